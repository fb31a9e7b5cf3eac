/** The desk: every endpoint for every role, and what does not let anybody in. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type DeskCall, type DeskPerson, deskUrl, type TestDesk, testDesk, tokenOf } from '#tests/setup/desk.ts'
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
  playerToken = await tokenOfPlayer('p@example.com')
})
afterAll(() => desk.close())

async function tokenOfPlayer(email: string): Promise<string> {
  const payload = { email, password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 }
  return (await desk.app.send({ method: 'POST', url: '/api/player/register', payload })).body.accessToken
}

/** A call that changes nothing, whoever makes it: of nobody, or without a body. */
const callOf = ({ method, path }: Endpoint, id = nobody): DeskCall => ({
  method,
  url: path.replaceAll(/\{(\w+)\}/g, (_all, name) => (name === 'name' ? 'nobody' : id)),
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
})

test('the policy of the page names no other host, and lets no script be inline', async () => {
  const { headers } = await desk.server.inject({ url: '/api/session' })
  const directives = String(headers['content-security-policy']).split('; ')
  expect(directives).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
  )
  for (const directive of directives)
    expect(["'none'", "'self'", 'data:', 'blob:']).toEqual(expect.arrayContaining(directive.split(' ').slice(1)))
})

describe('a token', () => {
  const callWith =
    (token: string) =>
    (url: string, method: DeskCall['method'] = 'GET', more: Partial<DeskCall> = {}) =>
      desk.call({
        method,
        url,
        ...more,
        headers: { authorization: `Bearer ${token}`, origin: undefined, ...more.headers },
      })

  test('has the rights of its operator at the time of each call, without a cookie or a token against forgery', async () => {
    const clerk = await desk.person('clerk', 'support')
    const call = callWith(await tokenOf(clerk))
    expect((await call('/api/acts')).status).toBe(403)
    expect((await call('/api/session')).body).toMatchObject({ name: 'clerk', roles: ['support'] })
    await desk.app.db.asOwner("UPDATE operators.operators SET roles = '{manager}' WHERE name = 'clerk'")
    expect((await call('/api/acts')).status).toBe(200)
    expect(await call('/api/people/auditor', 'DELETE')).toMatchObject({
      status: 403,
      body: { error: { name: 'stepUpRequired' } },
    })
    // A page of another site cannot use it either.
    const foreign = await call('/api/session/step-up', 'POST', { headers: { origin: 'http://localhost:3000' } })
    expect([foreign.status, foreign.body.error.name]).toEqual([403, 'foreignOrigin'])
  })

  test('needs a new code to be created, has a name of its own, and creates no other one', async () => {
    const owner = await desk.person('owner', 'auditor')
    const create = (body: object) => owner.call({ method: 'POST', url: '/api/tokens', body })
    for (const body of [
      {},
      { name: '' },
      { name: '<b>' },
      { name: 'x', days: 0 },
      { name: 'x', days: 366 },
      { name: 'x', days: 1.5 },
    ])
      expect([body, (await create(body)).status]).toEqual([body, 422])
    const first = await create({ name: 'laptop', days: 1 })
    expect(first.status).toBe(200)
    expect(await create({ name: 'laptop' })).toMatchObject({ status: 409, body: { error: { name: 'tokenNameTaken' } } })
    const call = callWith(first.body.token)
    expect(await call('/api/tokens', 'POST', { body: { name: 'child' } })).toMatchObject({
      status: 403,
      body: { error: { name: 'notByToken' } },
    })
    for (let index = 1; index < 20; index++) expect((await create({ name: `n${index}` })).status).toBe(200)
    expect(await create({ name: 'one-more' })).toMatchObject({
      status: 409,
      body: { error: { name: 'tooManyTokens' } },
    })
    desk.forward(11 * 60_000)
    expect(await create({ name: 'late' })).toMatchObject({ status: 403, body: { error: { name: 'stepUpRequired' } } })
    // In the cookie it opens nothing, and a cookie is no token.
    expect(
      (await desk.call({ url: '/api/session', headers: { cookie: `__Host-desk=${first.body.token}` } })).status,
    ).toBe(401)
    const cookie = owner.cookie.split('=')[1]!
    for (const text of [cookie, `fht_${cookie}`]) expect((await callWith(text)('/api/session')).status).toBe(401)
  })

  test('ends when it is revoked, by its operator or another one, and with their access; not when it is idle', async () => {
    const leaver = await desk.person('leaver', 'auditor')
    const [one, two, three] = [
      await tokenOf(leaver, 'one'),
      await tokenOf(leaver, 'two'),
      await tokenOf(leaver, 'three'),
    ]
    const status = async (token: string) => (await callWith(token)('/api/session')).status
    const { body } = await leaver.call({ url: '/api/sessions' })
    const idOf = (name: string) => body.find(({ token }: { token: string }) => token === name).id
    expect((await leaver.call({ method: 'DELETE', url: `/api/sessions/${idOf('one')}` })).status).toBe(200)
    expect([await status(one), await status(two)]).toEqual([401, 200])
    people.manager = await signedIn(people.manager)
    const url = `/api/people/leaver/sessions/${idOf('two')}`
    expect((await people.manager.call({ method: 'DELETE', url })).status).toBe(200)
    expect([await status(two), await status(three)]).toEqual([401, 200])
    desk.forward(3 * 3_600_000)
    expect(await status(three)).toBe(200)
    people.manager = await signedIn(people.manager)
    expect((await people.manager.call({ method: 'DELETE', url: '/api/people/leaver' })).status).toBe(200)
    expect(await status(three)).toBe(401)
    for (const role of roles) people[role] = await signedIn(people[role])
  })

  longTest('is limited to 600 calls within a minute, others are not affected', async () => {
    const limited = await testDesk({ env: { RATE_LIMIT_PER_MINUTE: '1200' } })
    const busy = await limited.person('busy', 'auditor')
    const [first, second] = [await tokenOf(busy, 'first'), await tokenOf(busy, 'second')]
    const status = async (token: string) =>
      (await limited.call({ url: '/api/session', headers: { authorization: `Bearer ${token}` } })).status
    for (let index = 0; index < 600; index++) await status(first)
    expect([await status(first), await status(second)]).toEqual([429, 200])
    await limited.close()
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

test('every call that names a player, reading included, leaves a line with that player', async () => {
  const naming = withOperator.filter(({ path, scope }) => scope && path.includes('{playerId}'))
  for (const endpoint of naming) {
    const playerId = randomUUID()
    const { method, path } = endpoint
    await people.manager.call(callOf(endpoint, playerId))
    const { rows } = await desk.app.db.asOwner(
      `SELECT actor, detail FROM identity.audit WHERE player_id = $1 AND action = 'operator-called'`,
      [playerId],
    )
    expect(rows).toMatchObject([{ actor: 'operator:manager', detail: { method, path } }])
  }
})

test("the players' site has none of the desk's endpoints, and the desk none of the site's", async () => {
  expect(routes.filter(({ endpoint }) => endpoint.access === 'operator')).toEqual([])
  expect(endpoints.filter(({ access }) => access === 'player' || access === 'partner')).toEqual([])
  expect(
    await desk.app.send({ method: 'GET', url: '/api/people', headers: { cookie: people.manager.cookie } }),
  ).toMatchObject({ status: 404 })
  expect((await people.manager.call({ url: '/api/player/profile' })).status).toBe(404)
})

test("neither a session nor a token of the desk opens anything at the players' site", async () => {
  const profile = (headers: Record<string, string>) =>
    desk.app.send({ method: 'GET', url: '/api/player/profile', headers })
  expect((await profile({ authorization: `Bearer ${await tokenOfPlayer('q@example.com')}` })).status).toBe(200)
  const token = await tokenOf(await desk.person('visitor', 'manager'))
  const [, session] = people.manager.cookie.split('=') as [string, string]
  for (const text of [token, session])
    for (const headers of [{ authorization: `Bearer ${text}` }, { cookie: `access_token=${text}` }])
      expect((await profile(headers as Record<string, string>)).status).toBe(401)
  expect((await profile({ cookie: people.manager.cookie })).status).toBe(401)
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

test('whoever is signed in at a restored copy is told that it is one', async () => {
  const { settings } = desk.app.deps
  const isDrill = async () => (await people.auditor.call({ url: '/api/session' })).body.isDrill
  expect(await isDrill()).toBe(false)
  settings.isDrill = true
  try {
    expect(await isDrill()).toBe(true)
  } finally {
    settings.isDrill = false
  }
})

test('every scope that an endpoint requires is one that the manager has', async () => {
  const inForce = await readRoles(desk.app.deps.db.kysely)
  const { scopes } = inForce.find(({ role }) => role === 'manager')!
  const missing = withOperator.filter(({ scope }) => scope && !includesScope(scopes, scope))
  expect(missing).toEqual([])
})
