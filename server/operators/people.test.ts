/** Invitations, sign-in, and changing other operators' rights at the desk. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSession } from '#contract/desk/session.ts'
import { runDatabaseCommand } from '#scripts/operator/database.ts'
import { operator } from '#tests/setup/operator.ts'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { callVerb } from '../http/serve.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { roleKind } from './roles.ts'
import { deskRoutes } from './routes.ts'
import { deleteOldSessions } from './sessions.ts'

let desk: TestDesk
let olga: DeskPerson
beforeEach(async () => {
  // Nobody else can approve at first, and whoever asks has to be able to.
  desk = await testDesk({ env: { DESK_OWNER: 'owner@example.com' } })
  olga = await desk.person('olga', 'manager')
})
afterEach(() => desk.close())

const invite = async (name: string, ...roles: string[]) =>
  desk.approved(await olga.call({ method: 'POST', url: '/api/people', body: { name, roles } }))
const changeRoles = async (name: string, ...roles: string[]) =>
  desk.approved(await olga.call({ method: 'PUT', url: `/api/people/${name}/roles`, body: { roles } }))
const inviteAgain = async (name: string) =>
  desk.approved(await olga.call({ method: 'POST', url: `/api/people/${name}/invitation` }))
const tokenOf = (link: string) => link.split('#')[1]!
const begin = (token: string) => desk.call({ method: 'POST', url: '/api/enrolment', body: { token } })
const complete = (body: { token: string; password: string; code: string }) =>
  desk.call({ method: 'POST', url: '/api/enrolment/complete', body })
const signIn = (body: { name: string; password: string; code: string }) =>
  desk.call({ method: 'POST', url: '/api/session', body })
const nextCode = (person: { key: string }) => {
  desk.forward(30_000)
  return desk.codeOf(person)
}
const refusal = ({ status, body }: { status: number; body: any }) => [status, body?.error?.name]
const people = async () =>
  (await olga.call({ url: '/api/people' })).body as Array<{ name: string; state: string; roles: string[] }>

describe('an invitation', () => {
  test('is accepted once, with a password and a code, and opens a session', async () => {
    const { body } = await invite('mia', 'support')
    expect(body.link).toMatch(/^http:\/\/localhost:3002\/enrol#[\w-]{43}$/)
    expect((await people()).find(({ name }) => name === 'mia')).toMatchObject({ state: 'invited', roles: ['support'] })
    const token = tokenOf(body.link)
    const { body: begun } = await begin(token)
    expect(begun).toMatchObject({ name: 'mia', uri: expect.stringContaining('otpauth://totp/') })
    expect((await begin(token)).body).toEqual(begun)
    const code = desk.codeOf(begun)
    expect(refusal(await complete({ token, password: 'short', code }))).toEqual([422, 'passwordRefused'])
    expect(refusal(await complete({ token, password: 'fairhouse fairhouse', code }))).toEqual([422, 'passwordRefused'])
    const wrong = code === '000000' ? '000001' : '000000'
    expect(refusal(await complete({ token, password: 'a long enough one', code: wrong }))).toEqual([422, 'codeRefused'])
    const enrolled = await complete({ token, password: 'a long enough one', code })
    expect(enrolled).toMatchObject({ status: 200, body: { name: 'mia', roles: ['support'] } })
    expect(refusal(await begin(token))).toEqual([410, 'invitationEnded'])
    expect(refusal(await complete({ token, password: 'a long enough one', code }))).toEqual([410, 'invitationEnded'])
    expect((await people()).find(({ name }) => name === 'mia')).toMatchObject({ state: 'active' })
  })

  test('of two who accept it at once, one is let in', async () => {
    const { body } = await invite('mia', 'support')
    const token = tokenOf(body.link)
    const code = desk.codeOf((await begin(token)).body)
    const both = await Promise.all(
      ['a long enough one', 'another long one'].map((password) => complete({ token, password, code })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
  })

  test('expires after a day', async () => {
    const token = tokenOf((await invite('mia', 'support')).body.link)
    desk.forward(24 * 3_600_000)
    expect(refusal(await begin(token))).toEqual([410, 'invitationEnded'])
  })

  test('is stored as a digest, and the password and key are not readable', async () => {
    const mia = await desk.person('mia', 'support')
    const { rows } = await desk.app.db.asOwner("SELECT * FROM operators.operators WHERE name = 'mia'")
    for (const secret of [mia.password, mia.key]) expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('signing in', () => {
  test('takes the password and a code that was not used; every refusal is the same', async () => {
    const { name, password } = olga
    const code = nextCode(olga)
    for (const body of [
      { name: 'nobody', password, code },
      { name, password: `${password}x`, code },
      { name, password, code: code === '000000' ? '000001' : '000000' },
      { name, password, code: 'nonsense' },
    ])
      expect(await signIn(body)).toMatchObject({
        status: 422,
        body: { error: { name: 'signInRefused', message: 'The name, password or code is wrong.' } },
      })
    expect((await signIn({ name, password, code })).status).toBe(200)
    expect(refusal(await signIn({ name, password, code }))).toEqual([422, 'signInRefused'])
    expect((await signIn({ name, password, code: nextCode(olga) })).status).toBe(200)
  })

  test('twice with the same code at once opens one session', async () => {
    const { name, password } = olga
    const code = nextCode(olga)
    const both = await Promise.all([signIn({ name, password, code }), signIn({ name, password, code })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  test('is refused after ten wrong attempts for a name, and again possible a quarter of an hour later', async () => {
    const { name, password } = olga
    for (let attempt = 0; attempt < 10; attempt++) await signIn({ name, password: 'wrong', code: '000000' })
    expect(refusal(await signIn({ name, password, code: nextCode(olga) }))).toEqual([429, 'tooManyAttempts'])
    desk.forward(15 * 60_000)
    expect((await signIn({ name, password, code: nextCode(olga) })).status).toBe(200)
  })

  test('shows the own sessions, each of which can be ended', async () => {
    const { name, password } = olga
    await signIn({ name, password, code: nextCode(olga) })
    const { body } = await olga.call({ url: '/api/sessions' })
    expect(body.map(({ isThisOne }: { isThisOne: boolean }) => isThisOne).toSorted()).toEqual([false, true])
    const other = body.find(({ isThisOne }: { isThisOne: boolean }) => !isThisOne)
    const mia = await desk.person('mia', 'support')
    expect((await mia.call({ method: 'DELETE', url: `/api/sessions/${other.id}` })).status).toBe(404)
    expect((await olga.call({ method: 'DELETE', url: `/api/sessions/${other.id}` })).status).toBe(200)
    expect((await olga.call({ url: '/api/sessions' })).body).toHaveLength(1)
  })
})

test('a session that ends while a call reads it is answered as one that has ended', async () => {
  const route = deskRoutes.find(({ endpoint }) => endpoint === readSession)!
  const session = { sessionId: randomUUID(), token: 'a'.repeat(43), tokenName: null, steppedUpAt: null }
  const answer = await callVerb(
    route,
    { ...desk.app.deps, caller: { locale: 'en', player: null, bearer: null }, actor: operator, session } as DeskCtx,
    {
      params: {},
      query: {},
      body: undefined,
    },
  )
  expect(answer.status).toBe(401)
})

describe('rights', () => {
  test('are changed only within ten minutes of a code', async () => {
    const mia = await desk.person('mia', 'support')
    desk.forward(10 * 60_000)
    const calls = [
      () => invite('new', 'support'),
      () => changeRoles('mia', 'risk'),
      () => inviteAgain('mia'),
      () => olga.call({ method: 'DELETE', url: '/api/people/mia' }),
    ]
    for (const call of calls) expect(refusal(await call())).toEqual([403, 'stepUpRequired'])
    const stepUp = (code: string) => olga.call({ method: 'POST', url: '/api/session/step-up', body: { code } })
    const code = desk.codeOf(olga)
    expect((await stepUp(code)).body.steppedUpUntil).not.toBeNull()
    expect(refusal(await stepUp(code))).toEqual([422, 'codeRefused'])
    for (const call of calls) expect((await call()).status).toBe(200)
    expect((await mia.call({ url: '/api/session' })).status).toBe(401)
  })

  test('apply from the next call on, in sessions that are open', async () => {
    const mia = await desk.person('mia', 'support')
    expect((await mia.call({ url: '/api/acts' })).status).toBe(403)
    await changeRoles('mia', 'support', 'auditor')
    expect((await mia.call({ url: '/api/acts' })).status).toBe(200)
    await changeRoles('mia', 'support')
    expect((await mia.call({ url: '/api/acts' })).status).toBe(403)
  })

  test('are given and taken only by who has them', async () => {
    await putInForce(desk.app.deps, roleKind, 'hr', { title: 'HR', scopes: ['operators:decide', 'players:read'] })
    const hr = await desk.person('hr', 'hr')
    const call = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
      desk.approved(await hr.call({ method, url, ...(body && { body }) }))
    expect(refusal(await call('POST', '/api/people', { name: 'new', roles: ['manager'] }))).toEqual([403, 'notYours'])
    expect(refusal(await call('DELETE', '/api/people/olga'))).toEqual([403, 'notYours'])
    expect(refusal(await call('POST', '/api/people/olga/invitation'))).toEqual([403, 'notYours'])
    expect(refusal(await call('PUT', '/api/people/olga/roles', { roles: ['hr'] }))).toEqual([403, 'notYours'])
    expect((await call('POST', '/api/people', { name: 'new', roles: ['hr'] })).status).toBe(200)
    expect(refusal(await call('PUT', '/api/people/new/roles', { roles: ['manager'] }))).toEqual([403, 'notYours'])
  })

  test('nobody changes their own, and one who can manage operators remains', async () => {
    for (const [method, url, body] of [
      ['PUT', '/api/people/olga/roles', { roles: ['manager', 'auditor'] }],
      ['POST', '/api/people/olga/invitation', undefined],
      ['DELETE', '/api/people/olga', undefined],
    ] as const)
      expect(refusal(await olga.call({ method, url, ...(body && { body }) }))).toEqual([409, 'yourself'])
    const ada = await desk.person('ada', 'manager')
    const both = await Promise.all([
      olga.call({ method: 'DELETE', url: '/api/people/ada' }),
      ada.call({ method: 'DELETE', url: '/api/people/olga' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, expect.any(Number)])
    const { rows } = await desk.app.db.asOwner(
      'SELECT count(*)::int AS open FROM operators.operators WHERE ended_at IS NULL',
    )
    expect(rows[0]!.open).toBe(1)
  })

  test('a name is never used again, and an unknown person, role or name is refused', async () => {
    await desk.person('mia', 'support')
    await olga.call({ method: 'DELETE', url: '/api/people/mia' })
    expect(refusal(await invite('mia', 'support'))).toEqual([409, 'nameTaken'])
    expect(refusal(await invite('x y', 'support'))).toEqual([422, 'nameInvalid'])
    expect(refusal(await invite('new', 'king'))).toEqual([422, 'roleUnknown'])
    expect(refusal(await olga.call({ method: 'DELETE', url: '/api/people/mia' }))).toEqual([404, 'personNotFound'])
  })

  test('a new invitation replaces password and authenticator', async () => {
    const mia = await desk.person('mia', 'support')
    const { body } = await inviteAgain('mia')
    expect((await mia.call({ url: '/api/session' })).status).toBe(401)
    expect(refusal(await signIn({ name: 'mia', password: mia.password, code: nextCode(mia) }))).toEqual([
      422,
      'signInRefused',
    ])
    const token = tokenOf(body.link)
    const { body: begun } = await begin(token)
    expect(begun.key).not.toBe(mia.key)
    expect((await complete({ token, password: 'quite another one', code: desk.codeOf(begun) })).status).toBe(200)
  })
})

test('the log of acts is read page by page, and filtered by who and what', async () => {
  for (let index = 0; index < 60; index++) await olga.call({ url: '/api/people/olga/sessions' })
  const first = await olga.call({ url: '/api/acts' })
  expect([first.body.acts.length, first.body.next]).toEqual([50, first.body.acts[49].id])
  const second = await olga.call({ url: `/api/acts?before=${first.body.acts.at(-1).id}` })
  const ids = [...first.body.acts, ...second.body.acts].map(({ id }: { id: string }) => Number(id))
  expect(ids).toEqual(ids.toSorted((one, other) => other - one))
  expect(new Set(ids).size).toBe(ids.length)
  const { body } = await olga.call({ url: '/api/acts?actor=operator:olga&action=operator-enrolled' })
  expect(body).toMatchObject({ acts: [{ actor: 'operator:olga', action: 'operator-enrolled' }], next: null })
  expect((await olga.call({ url: '/api/acts?before=nonsense' })).status).toBe(422)
  expect((await olga.call({ url: '/api/acts?player=nonsense' })).status).toBe(422)
})

test('whoever reads the data of a player leaves an entry with that player', async () => {
  const playerId = randomUUID()
  await olga.call({ url: `/api/players/${playerId}/protection` })
  const { body } = await olga.call({ url: `/api/acts?player=${playerId}` })
  expect(body.acts).toMatchObject([{ actor: 'operator:olga', action: 'operator-called', playerId }])
})

test('a manager sees the sessions of others and ends one; old ones are deleted', async () => {
  const mia = await desk.person('mia', 'support')
  const sessions = async () => (await olga.call({ url: '/api/people/mia/sessions' })).body
  const [open] = await sessions()
  expect(open).toMatchObject({ isThisOne: false, address: expect.any(String) })
  const end = (by: DeskPerson) => by.call({ method: 'DELETE', url: `/api/people/mia/sessions/${open.id}` })
  expect(refusal(await end(mia))).toEqual([403, 'notPermitted'])
  const answers = await Promise.all([end(olga), end(olga)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect((await mia.call({ url: '/api/session' })).status).toBe(401)
  expect(await sessions()).toEqual([])
  const stored = async () => (await desk.app.db.asOwner('SELECT count(*)::int FROM operators.sessions')).rows[0].count
  expect(await stored()).toBe(2)
  desk.forward(91 * 86_400_000)
  await deleteOldSessions(desk.app.deps)
  expect(await stored()).toBe(0)
})

describe('on the command line', () => {
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const run = (...words: string[]) => {
    const { deps } = desk.app
    const open = async () => ({ ...deps, storage: deps.partners.storage, print, close: async () => {} })
    return runDatabaseCommand(words, open, print)
  }

  // Shows: ASVS 6.3.2
  test('whoever has the database invites a manager, and nobody else is there; the call is recorded', async () => {
    const { db } = desk.app
    const names = async () => (await db.asOwner('SELECT name FROM operators.operators')).rows.map(({ name }) => name)
    expect(await names()).toEqual(['olga'])
    expect(await run('operators', 'invite', 'ada', 'nonsense')).toBe(1)
    expect(printed.at(-1)).toBe('No such role is in force.')
    expect(await run('operators', 'invite', 'ada')).toBe(1)
    expect(printed.at(-1)).toContain('Enter at least one role')
    expect(await run('operators', 'invite', 'olga', 'manager')).toBe(1)
    expect(printed.at(-1)).toContain('never reused')
    expect(await run('operators', 'invite', 'ada', 'manager')).toBe(0)
    expect((await begin(tokenOf(printed.at(-1)!))).body.name).toBe('ada')
    const { rows } = await db.asOwner(
      "SELECT actor, action, detail->>'command' AS command FROM identity.audit WHERE actor = 'system:command line' ORDER BY id DESC LIMIT 2",
    )
    expect(rows).toEqual([
      { actor: 'system:command line', action: 'operator-invited', command: null },
      { actor: 'system:command line', action: 'operator-called', command: 'operators invite' },
    ])
  })

  test("whoever has the database ends anybody's access, also the last manager's, once", async () => {
    expect(await run('operators', 'end', 'nobody')).toBe(1)
    expect((await olga.call({ url: '/api/session' })).status).toBe(200)
    expect(await run('operators', 'end', 'olga')).toBe(0)
    expect((await olga.call({ url: '/api/session' })).status).toBe(401)
    expect(await run('operators', 'end', 'olga')).toBe(1)
    const { rows } = await desk.app.db.asOwner(
      "SELECT count(*)::int FROM identity.audit WHERE action = 'operator-ended' AND actor = 'system:command line'",
    )
    expect(rows).toEqual([{ count: 1 }])
  })
})
