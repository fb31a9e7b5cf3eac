/** The desk: every endpoint for every role, and what does not let anybody in. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { includesScope } from '#contract/desk/scopes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type DeskCall, type DeskPerson, deskUrl, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { operatorKey } from '#tests/setup/operator.ts'
import { deskRoutes, routes } from '../modules.ts'
import { readSettings } from '../settings.ts'
import { readRoles } from '../operators/roles.ts'

const roles = ['support', 'payments', 'risk', 'content', 'marketing', 'manager', 'auditor', 'regulator'] as const
const endpoints = deskRoutes.map(({ endpoint }) => endpoint)
const withOperator = endpoints.filter(({ access }) => access === 'operator')
const nobody = '00000000-0000-4000-8000-000000000000'

let desk: TestDesk
let playerToken: string
const people = {} as Record<(typeof roles)[number], DeskPerson>
beforeAll(async () => {
  desk = await testDesk()
  for (const role of roles) people[role] = await desk.person(role, role)
  const payload = { email: 'p@example.com', password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 }
  playerToken = (await desk.app.send({ method: 'POST', url: '/api/player/register', payload })).body.accessToken
})
afterAll(() => desk.close())

/** A call that changes nothing, whoever makes it: of nobody, or without a body. */
const callOf = ({ method, path }: Endpoint): DeskCall => ({
  method,
  url: path.replaceAll(/\{(\w+)\}/g, (_all, name) => (name === 'name' ? 'nobody' : nobody)),
})
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
/** Ends the session that makes the call. */
const ownSignOut = (endpoint: Endpoint) => nameOf(endpoint) === 'DELETE /api/session'

describe.each(roles)('an operator with the role %s', (role) => {
  test.each(withOperator.filter((endpoint) => !ownSignOut(endpoint)).map((each) => [nameOf(each), each] as const))(
    'is let through to %s only with its scope',
    async (_name, endpoint) => {
      const inForce = await readRoles(desk.app.deps.db.kysely)
      const { scopes } = inForce.find((each) => each.role === role)!
      const isPermitted = !endpoint.scope || includesScope(scopes, endpoint.scope)
      const { status, body } = await people[role].call(callOf(endpoint))
      if (isPermitted) expect([status, body?.error?.name]).not.toEqual([403, 'notPermitted'])
      else expect([status, body.error.name]).toEqual([403, 'notPermitted'])
    },
  )
})

describe.each(withOperator.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s is refused',
  (_name, endpoint) => {
    const call = callOf(endpoint)
    test('without a session', async () => {
      expect((await desk.call(call)).status).toBe(401)
    })

    test('with a cookie that belongs to no session', async () => {
      expect((await desk.call({ ...call, headers: { cookie: `__Host-desk=${'a'.repeat(43)}` } })).status).toBe(401)
    })

    test("with a player's token", async () => {
      expect(playerToken.length).toBeGreaterThan(20)
      const { status } = await desk.call({ ...call, headers: { authorization: `Bearer ${playerToken}` } })
      expect(status).toBe(401)
    })

    test('from the page of another site, and without the token against forgery', async () => {
      if (endpoint.method === 'GET') return
      const foreign = await people.manager.call({ ...call, headers: { origin: 'http://localhost:3000' } })
      expect([foreign.status, foreign.body.error.name]).toEqual([403, 'foreignOrigin'])
      const unnamed = await people.manager.call({ ...call, headers: { origin: undefined } })
      expect([unnamed.status, unnamed.body.error.name]).toEqual([403, 'foreignOrigin'])
      for (const token of [undefined, '', people.auditor.forgeryToken]) {
        const forged = await people.manager.call({ ...call, headers: { 'x-desk-token': token } })
        expect([forged.status, forged.body.error.name]).toEqual([403, 'forged'])
      }
    })
  },
)

test('a session that was ended, is idle for half an hour or is twelve hours old lets nobody in', async () => {
  const read = (person: DeskPerson) => person.call({ url: '/api/session' })
  const out = await desk.person('out', 'auditor')
  expect(await out.call({ method: 'DELETE', url: '/api/session' })).toMatchObject({
    status: 200,
    cookie: '__Host-desk=',
  })
  expect((await read(out)).status).toBe(401)

  const idle = await desk.person('idle', 'auditor')
  desk.forward(29 * 60_000)
  expect((await read(idle)).status).toBe(200)
  desk.forward(31 * 60_000)
  expect((await read(idle)).status).toBe(401)

  const old = await desk.person('old', 'auditor')
  for (let hours = 0; hours < 23; hours++) {
    desk.forward(29 * 60_000)
    expect((await read(old)).status).toBe(200)
  }
  desk.forward(60 * 60_000)
  expect((await read(old)).status).toBe(401)
  for (const role of roles) people[role] = await signedIn(people[role])
})

/** Again, after the clock has moved. */
async function signedIn(person: DeskPerson): Promise<DeskPerson> {
  desk.forward(30_000)
  const body = { name: person.name, password: person.password, code: desk.codeOf(person) }
  const answer = await desk.call({ method: 'POST', url: '/api/session', body })
  expect(answer.status).toBe(200)
  const [cookie, { forgeryToken }] = [answer.cookie!, answer.body]
  return {
    ...person,
    cookie,
    forgeryToken,
    call: (made) => desk.call({ ...made, headers: { cookie, 'x-desk-token': forgeryToken, ...made.headers } }),
  }
}

test('the cookie is kept from scripts, other sites and plain connections', async () => {
  desk.forward(30_000)
  const { name, password } = people.auditor
  const answer = await desk.server.inject({
    method: 'POST',
    url: '/api/session',
    headers: { origin: deskUrl },
    payload: { name, password, code: desk.codeOf(people.auditor) },
  })
  expect(answer.headers['set-cookie']).toMatch(/^__Host-desk=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/)
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
})

test('a key of the command line has the scopes of its roles, and changes no rights', async () => {
  const key = await operatorKey(desk.app.deps, { name: 'program' })
  const call = (url: string, method: DeskCall['method'] = 'GET') =>
    desk.call({ method, url, headers: { authorization: `Bearer ${key}`, origin: undefined } })
  expect((await call('/api/acts')).status).toBe(403)
  await desk.app.db.asOwner("UPDATE operators.operators SET roles = '{manager}' WHERE name = 'program'")
  expect((await call('/api/acts')).status).toBe(200)
  expect(await call('/api/people/auditor', 'DELETE')).toMatchObject({
    status: 403,
    body: { error: { name: 'stepUpRequired' } },
  })
})

test('every call of an endpoint with a scope, and every refused one, is recorded under its operator', async () => {
  const { rows: before } = await desk.app.db.asOwner('SELECT coalesce(max(id), 0) AS id FROM identity.audit')
  await people.auditor.call({ url: '/api/people' })
  await people.support.call({ url: '/api/people' })
  await desk.call({ method: 'POST', url: '/api/session', body: { name: 'auditor', password: 'wrong', code: '000000' } })
  await desk.call({ method: 'POST', url: '/api/session', body: { name: 'my password', password: '', code: '' } })
  const { rows } = await desk.app.db.asOwner(
    'SELECT actor, action, detail FROM identity.audit WHERE id > $1 ORDER BY id',
    [before[0]!.id],
  )
  const people_ = { method: 'GET', path: '/api/people' }
  expect(rows).toEqual([
    { actor: 'operator:auditor', action: 'operator-called', detail: people_ },
    { actor: 'operator:support', action: 'operator-refused', detail: { ...people_, refusal: 'notPermitted' } },
    {
      actor: 'guest',
      action: 'operator-refused',
      detail: { call: 'sign-in', refusal: 'signInRefused', operator: 'auditor' },
    },
    { actor: 'guest', action: 'operator-refused', detail: { call: 'sign-in', refusal: 'signInRefused' } },
  ])
})

test("the players' site has none of the desk's endpoints, and the desk none of the site's", async () => {
  expect(routes.filter(({ endpoint }) => endpoint.access === 'operator')).toEqual([])
  expect(endpoints.filter(({ access }) => access === 'player' || access === 'partner')).toEqual([])
  expect(
    await desk.app.send({ method: 'GET', url: '/api/people', headers: { cookie: people.manager.cookie } }),
  ).toMatchObject({ status: 404 })
  expect((await people.manager.call({ url: '/api/player/profile' })).status).toBe(404)
})

test('with DESK_ADDRESSES, only the listed addresses and blocks reach the desk', async () => {
  const listed = await testDesk({
    env: { DESK_ADDRESSES: '203.0.113.7, 198.51.100.0/24, 2001:db8::/32', TRUST_PROXY: '1' },
  })
  const status = async (address: string) =>
    (await listed.call({ url: '/api/session', headers: { 'x-forwarded-for': address } })).status
  for (const address of ['203.0.113.7', '198.51.100.200', '2001:db8::5', '::ffff:203.0.113.7'])
    expect([address, await status(address)]).toEqual([address, 401])
  for (const address of ['203.0.113.8', '198.51.101.1', '2001:db9::1', '127.0.0.1'])
    expect([address, await status(address)]).toEqual([address, 403])
  await listed.close()
})

test.each([
  [{ DESK_ADDRESSES: 'office' }, 'DESK_ADDRESSES: neither an address nor a block: office'],
  [{ DESK_ADDRESSES: '10.0.0.0/33' }, 'DESK_ADDRESSES: neither an address nor a block: 10.0.0.0/33'],
  [{ DESK_URL: 'http://desk.example.com' }, 'must be https, or localhost'],
  [{ DESK_PORT: '70000' }, 'DESK_PORT'],
])('the settings %j are refused with a sentence', (environment, words) => {
  expect(() => readSettings({ NODE_ENV: 'test', ...(environment as Record<string, string>) })).toThrow(words)
})

test('every scope that an endpoint requires is one that the manager has', async () => {
  const inForce = await readRoles(desk.app.deps.db.kysely)
  const { scopes } = inForce.find(({ role }) => role === 'manager')!
  const missing = withOperator.filter(({ scope }) => scope && !includesScope(scopes, scope))
  expect(missing).toEqual([])
})
