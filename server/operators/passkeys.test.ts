/** Passkeys of operators: adding and removing them, signing in and stepping up with them, and what is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPasskey as addEndpoint } from '#contract/desk/passkeys.ts'
import { authenticator, type Ceremony } from '#tests/setup/authenticator.ts'
import { type DeskAnswer, deskOf, type DeskPerson, deskUrl, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { callVerb } from '../http/serve.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { deskRoutes } from './routes.ts'
import { inviteFromCommand } from './people.ts'

let desk: TestDesk
let olga: DeskPerson
beforeAll(async () => {
  desk = await testDesk({ env: { DESK_OWNER: 'owner@example.com' } })
})
beforeEach(async () => {
  // Each test begins without other operators: nobody else can approve at first, and whoever asks has to be able to.
  await desk.app.db.asOwner(`SET session_replication_role = replica;
    DELETE FROM operators.passkeys; DELETE FROM operators.challenges; DELETE FROM operators.sessions;
    DELETE FROM operators.requests; DELETE FROM operators.operators;
    DELETE FROM identity.audit; DELETE FROM identity.attempts; DELETE FROM deliveries.deliveries;
    SET session_replication_role = origin`)
  olga = await desk.person('olga', 'manager')
})
afterAll(() => desk.close())

type Device = ReturnType<typeof authenticator>
const newDevice = () => authenticator({ origin: deskUrl })
const refusal = ({ status, body }: DeskAnswer) => [status, body?.error?.name]
const passkeyRefused = [422, 'passkeyRefused']

const addPasskey = async (person: DeskPerson, device: Device, name = 'Laptop', over: Partial<Ceremony> = {}) => {
  const { body } = await person.call({ method: 'POST', url: '/api/passkeys/options' })
  const attestation = device.create({ challenge: body.challenge, ...over })
  return person.call({ method: 'POST', url: '/api/passkeys', body: { name, attestation } })
}
const withPasskey = async (person: DeskPerson) => {
  const device = newDevice()
  const added = await addPasskey(person, device)
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  return { device, id: added.body.id as string }
}
const begin = async () => {
  const { body } = await desk.call({ method: 'POST', url: '/api/session/passkey/options', body: {} })
  return { attempt: body.attempt as string, challenge: body.options.challenge as string }
}
const signIn = (attempt: string, assertion: object) =>
  desk.call({ method: 'POST', url: '/api/session/passkey', body: { attempt, assertion } })
const enter = async (device: Device, over: Partial<Ceremony> = {}) => {
  const { attempt, challenge } = await begin()
  return signIn(attempt, device.get({ challenge, ...over }))
}
const stepUp = async (person: DeskPerson, device: Device) => {
  const { body } = await person.call({ method: 'POST', url: '/api/session/step-up/passkey/options' })
  const assertion = device.get({ challenge: body.challenge })
  return person.call({ method: 'POST', url: '/api/session/step-up/passkey', body: { assertion } })
}
const list = async (person: DeskPerson) => (await person.call({ url: '/api/passkeys' })).body
const remove = (person: DeskPerson, id: string) => person.call({ method: 'DELETE', url: `/api/passkeys/${id}` })
const acts = async (action: string) =>
  (
    await desk.app.db.asOwner(
      `SELECT actor, detail FROM identity.audit WHERE action = '${action}' AND detail->>'method' IS NULL ORDER BY id`,
    )
  ).rows
const invited = async (name: string, ...roles: string[]) => {
  const actor = { kind: 'system', job: 'test' } as const
  const invitation = await inviteFromCommand({ ...desk.app.deps, actor }, { name, roles })
  return invitation.ok ? invitation.value.link.split('#')[1]! : ''
}
const enrol = async (token: string, device: Device, over: Partial<Ceremony> = {}) => {
  const { body } = await desk.call({ method: 'POST', url: '/api/enrolment/passkey/options', body: { token } })
  const attestation = device.create({ challenge: body.challenge, ...over })
  return desk.call({ method: 'POST', url: '/api/enrolment/passkey', body: { token, name: 'First', attestation } })
}
const asPerson = (name: string, { cookie, body }: DeskAnswer): DeskPerson => ({
  name,
  password: '',
  key: '',
  cookie: cookie!,
  forgeryToken: body.forgeryToken,
  call: (made) =>
    desk.call({ ...made, headers: { cookie: cookie!, 'x-desk-token': body.forgeryToken, ...made.headers } }),
})

describe('the own passkeys', () => {
  test('are added, named and removed, each with one entry in the audit log', async () => {
    const device = newDevice()
    const { body: options } = await olga.call({ method: 'POST', url: '/api/passkeys/options' })
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: 'olga' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const { id } = (await addPasskey(olga, device, ' Laptop ')).body
    desk.forward(1_000)
    await addPasskey(olga, newDevice(), 'Phone')
    expect(await list(olga)).toMatchObject([
      { id, name: 'Laptop', lastUsedAt: null },
      { name: 'Phone', lastUsedAt: null },
    ])
    const again = (await olga.call({ method: 'POST', url: '/api/passkeys/options' })).body
    expect(again.excludeCredentials).toHaveLength(2)
    const rename = (name: string) => olga.call({ method: 'PUT', url: `/api/passkeys/${id}`, body: { name } })
    expect((await rename('Desk computer')).status).toBe(200)
    for (const name of ['', '  ', 'x'.repeat(65), 'two\nlines']) expect((await rename(name)).status).toBe(422)
    expect((await remove(olga, id)).status).toBe(200)
    expect(refusal(await remove(olga, id))).toEqual([404, 'passkeyNotFound'])
    expect(await list(olga)).toMatchObject([{ name: 'Phone' }])
    const added = { actor: 'operator:olga', detail: { passkey: id, before: null, after: { name: 'Laptop' } } }
    expect(await acts('operator-passkey-added')).toMatchObject([added, { detail: { after: { name: 'Phone' } } }])
    expect(await acts('operator-passkey-renamed')).toMatchObject([
      { detail: { passkey: id, before: { name: 'Laptop' }, after: { name: 'Desk computer' } } },
    ])
    expect(await acts('operator-passkey-removed')).toMatchObject([
      { detail: { passkey: id, before: { name: 'Desk computer' }, after: null } },
    ])
  })

  test('of somebody else are not found', async () => {
    const { id } = await withPasskey(olga)
    const mia = await desk.person('mia', 'support')
    expect(refusal(await remove(mia, id))).toEqual([404, 'passkeyNotFound'])
    const renamed = await mia.call({ method: 'PUT', url: `/api/passkeys/${id}`, body: { name: 'Mine' } })
    expect(refusal(renamed)).toEqual([404, 'passkeyNotFound'])
    expect(await list(mia)).toEqual([])
    expect(await list(olga)).toMatchObject([{ id, name: 'Laptop' }])
  })

  test('are changed only within ten minutes of a confirmation, which a passkey gives as well', async () => {
    const { device, id } = await withPasskey(olga)
    desk.forward(600_000)
    const calls = [
      { method: 'POST', url: '/api/passkeys/options' },
      { method: 'POST', url: '/api/passkeys', body: { name: 'x', attestation: {} } },
      { method: 'PUT', url: `/api/passkeys/${id}`, body: { name: 'x' } },
      { method: 'DELETE', url: `/api/passkeys/${id}` },
    ] as const
    for (const call of calls) expect(refusal(await olga.call(call))).toEqual([403, 'stepUpRequired'])
    const confirmed = await stepUp(olga, device)
    expect(confirmed).toMatchObject({ status: 200, body: { steppedUpUntil: expect.any(String) } })
    expect(await acts('operator-stepped-up')).toMatchObject([{ detail: { passkey: id } }])
    expect((await remove(olga, id)).status).toBe(200)
  })

  test.each([
    ['of another origin', { origin: 'http://localhost:3000' }],
    ['for another host', { partyId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['to a challenge of its own', { challenge: 'AAAA' }],
  ])('are not created by an answer %s', async (_, over) => {
    expect(refusal(await addPasskey(olga, newDevice(), 'x', over))).toEqual(passkeyRefused)
    expect(await list(olga)).toEqual([])
  })

  test('are created once for a challenge, within five minutes, in the session that asked', async () => {
    const mia = await desk.person('mia', 'support')
    const challengeFor = async (person: DeskPerson) =>
      (await person.call({ method: 'POST', url: '/api/passkeys/options' })).body.challenge as string
    const add = (person: DeskPerson, challenge: string) =>
      person.call({
        method: 'POST',
        url: '/api/passkeys',
        body: { name: 'x', attestation: newDevice().create({ challenge }) },
      })
    expect(refusal(await add(mia, await challengeFor(olga)))).toEqual(passkeyRefused)
    const challenge = await challengeFor(olga)
    const both = await Promise.all([add(olga, challenge), add(olga, challenge)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const late = await challengeFor(olga)
    desk.forward(300_000)
    expect(refusal(await add(olga, late))).toEqual(passkeyRefused)
  })

  test('cannot be created twice, nor taken over from somebody else', async () => {
    const { device } = await withPasskey(olga)
    const mia = await desk.person('mia', 'support')
    expect(refusal(await addPasskey(olga, device))).toEqual(passkeyRefused)
    expect(refusal(await addPasskey(mia, device))).toEqual(passkeyRefused)
    expect((await enter(device)).body.name).toBe('olga')
  })

  test('cannot be added by a call that was running when the session ended', async () => {
    const device = newDevice()
    const { body } = await olga.call({ method: 'POST', url: '/api/passkeys/options' })
    await olga.call({ method: 'DELETE', url: '/api/session' })
    const { rows } = await desk.app.db.asOwner("SELECT id FROM operators.operators WHERE name = 'olga'")
    const ctx = {
      ...desk.app.deps,
      caller: { locale: 'en', player: null, bearer: null },
      actor: { kind: 'operator', id: rows[0].id, name: 'olga', scopes: [] },
      session: { sessionId: '', token: olga.cookie.split('=')[1]!, steppedUpAt: desk.app.deps.clock.now() },
    } as unknown as DeskCtx
    const answer = await callVerb(
      deskRoutes.find(({ endpoint }) => endpoint === addEndpoint)!,
      ctx,
      {
        params: {},
        query: {},
        body: { name: 'x', attestation: device.create({ challenge: body.challenge }) },
      },
    )
    expect(answer.status).toBe(401)
    expect(refusal(await enter(device))).toEqual(passkeyRefused)
  })
})

describe('signing in', () => {
  test('takes a passkey and nothing else, and is recorded', async () => {
    const { device, id } = await withPasskey(olga)
    const entered = await enter(device)
    expect(entered).toMatchObject({ status: 200, body: { name: 'olga', roles: ['manager'] } })
    const session = asPerson('olga', entered)
    expect(await list(session)).toMatchObject([{ id, lastUsedAt: expect.any(String) }])
    expect((await session.call({ url: '/api/sessions' })).body).toHaveLength(2)
    expect(await acts('operator-signed-in')).toMatchObject([{ actor: 'operator:olga', detail: { passkey: id } }])
    expect((await acts('operator-refused')).length).toBe(0)
  })

  test('may begin on one process and end on another', async () => {
    const { device } = await withPasskey(olga)
    const other = await deskOf(desk.app.deps, desk.forward)
    const { body } = await other.call({ method: 'POST', url: '/api/session/passkey/options', body: {} })
    expect((await signIn(body.attempt, device.get({ challenge: body.options.challenge }))).status).toBe(200)
    await other.close()
  })

  test.each([
    ['for another origin', { origin: 'http://localhost:3000' }],
    ['for another host', { partyId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['to a challenge of the client', { challenge: 'AAAA' }],
    ["with somebody else's handle", { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('with an answer %s is refused, and recorded under its owner', async (_, over) => {
    const { device } = await withPasskey(olga)
    expect(refusal(await enter(device, over))).toEqual(passkeyRefused)
    expect(await acts('operator-refused')).toEqual([
      { actor: 'guest', detail: { call: 'passkey-sign-in', refusal: 'passkeyRefused', operator: 'olga' } },
    ])
  })

  test('with a tampered signature, an unknown passkey, or after five minutes is refused in the same way', async () => {
    const { device } = await withPasskey(olga)
    const tampered = await begin()
    const assertion = device.get(tampered)
    const bytes = Buffer.from(assertion.response.signature, 'base64url')
    bytes[bytes.length - 1]! ^= 1
    assertion.response.signature = bytes.toString('base64url')
    const unknown = await enter(newDevice())
    const late = await begin()
    desk.forward(300_000)
    const answers = [await signIn(tampered.attempt, assertion), unknown, await signIn(late.attempt, device.get(late))]
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.map(refusal)).toEqual([passkeyRefused, passkeyRefused, passkeyRefused])
    expect((await acts('operator-refused')).map(({ detail }) => detail.operator)).toEqual([undefined, 'olga', 'olga'])
  })

  test('needs the attempt that asked for the challenge, and a challenge of another purpose is none', async () => {
    const { device } = await withPasskey(olga)
    const [one, other] = [await begin(), await begin()]
    expect(refusal(await signIn(other.attempt, device.get(one)))).toEqual(passkeyRefused)
    const { body } = await olga.call({ method: 'POST', url: '/api/session/step-up/passkey/options' })
    const token = olga.cookie.split('=')[1]!
    expect(refusal(await signIn(token, device.get(body)))).toEqual(passkeyRefused)
  })

  test('opens one session for 10 concurrent uses of one answer, and none for a replay', async () => {
    const { device } = await withPasskey(olga)
    const { attempt, challenge } = await begin()
    const assertion = device.get({ challenge })
    // The limit for one passkey is ten attempts.
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(attempt, assertion)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(422)])
    desk.forward(15 * 60_000)
    expect(refusal(await signIn(attempt, assertion))).toEqual(passkeyRefused)
  })

  test('is refused if the counter of the passkey did not increase, as with a copy', async () => {
    const { device } = await withPasskey(olga)
    expect((await enter(device, { counter: 10 })).status).toBe(200)
    for (const counter of [10, 9, 0]) expect(refusal(await enter(device, { counter }))).toEqual(passkeyRefused)
    expect((await enter(device, { counter: 11 })).status).toBe(200)
  })

  test.each([
    ['no object', 'null'],
    ['a list', '[]'],
    ['nothing', '{}'],
    ['a wrong type', '{"id":1}'],
    ['text that is not base64url', '{"id":"*","rawId":"*","type":"public-key","response":{}}'],
    ['a prototype', '{"__proto__":{"id":"x"},"constructor":{"prototype":1}}'],
  ])('with %s instead of an answer is refused without a fault', async (_, json) => {
    const { attempt } = await begin()
    const answer = await desk.server.inject({
      method: 'POST',
      url: '/api/session/passkey',
      headers: { origin: deskUrl, 'content-type': 'application/json' },
      payload: `{"attempt":"${attempt}","assertion":${json}}`,
    })
    expect(answer.statusCode).toBe(422)
  })

  test('with parts of an answer replaced by garbage is refused without a fault', async () => {
    const { device } = await withPasskey(olga)
    const { challenge } = await begin()
    const good = device.get({ challenge })
    const garbage = [
      { ...good, type: 'password' },
      { ...good, response: { ...good.response, clientDataJSON: 'bm90IGpzb24' } },
      { ...good, response: { ...good.response, authenticatorData: 'AAAA' } },
      { ...good, response: { ...good.response, signature: 'AAAA' } },
      { ...good, response: { ...good.response, userHandle: 'A'.repeat(201) } },
    ]
    for (const assertion of garbage)
      expect(refusal(await signIn((await begin()).attempt, assertion))).toEqual(passkeyRefused)
    expect((await signIn('short', good)).status).toBe(422)
    const large = await signIn('a'.repeat(43), { ...good, more: 'x'.repeat(20_000) })
    expect(large.status).toBe(413)
  })

  test('is limited for a passkey and an address, without keeping its owner out otherwise', async () => {
    const { device } = await withPasskey(olga)
    for (let attempt = 0; attempt < 10; attempt++) await enter(device, { isVerified: false })
    expect(refusal(await enter(device))).toEqual([429, 'tooManyAttempts'])
    desk.forward(30_000)
    const body = { name: 'olga', password: olga.password, code: desk.codeOf(olga) }
    expect((await desk.call({ method: 'POST', url: '/api/session', body })).status).toBe(200)
    for (let attempt = 0; attempt < 20; attempt++) await enter(newDevice())
    expect(refusal(await enter(newDevice()))).toEqual([429, 'tooManyAttempts'])
    desk.forward(15 * 60_000)
    expect((await enter(device)).status).toBe(200)
  })
})

test('a step-up takes a passkey of its own operator, for a challenge of its own session', async () => {
  const { device } = await withPasskey(olga)
  const mia = await desk.person('mia', 'support')
  const elsewhere = asPerson('olga', await enter(device))
  expect(refusal(await stepUp(mia, device))).toEqual(passkeyRefused)
  const { body } = await olga.call({ method: 'POST', url: '/api/session/step-up/passkey/options' })
  const assertion = device.get({ challenge: body.challenge })
  const send = (person: DeskPerson) =>
    person.call({ method: 'POST', url: '/api/session/step-up/passkey', body: { assertion } })
  expect(refusal(await send(elsewhere))).toEqual(passkeyRefused)
  expect((await acts('operator-refused')).map(({ actor, detail }) => [actor, detail.call])).toEqual([
    ['operator:mia', 'step-up'],
    ['operator:olga', 'step-up'],
  ])
  expect((await send(olga)).status).toBe(200)
  expect(refusal(await send(olga))).toEqual(passkeyRefused)
})

describe('an invitation', () => {
  test('is accepted with a passkey alone; the last one is then not removed', async () => {
    const device = newDevice()
    const token = await invited('pia', 'manager')
    const { body: opened } = await desk.call({ method: 'POST', url: '/api/enrolment', body: { token } })
    const enrolled = await enrol(token, device)
    expect(enrolled).toMatchObject({ status: 200, body: { name: 'pia', roles: ['manager'] } })
    expect(refusal(await enrol(token, newDevice()))).toEqual([410, 'invitationEnded'])
    const pia = asPerson('pia', enrolled)
    const [{ id }] = await list(pia)
    expect(refusal(await remove(pia, id))).toEqual([409, 'lastFactor'])
    const byManager = await olga.call({ method: 'DELETE', url: `/api/people/pia/passkeys/${id}` })
    expect(refusal(byManager)).toEqual([409, 'lastFactor'])
    expect((await enter(device)).status).toBe(200)
    // The key that the opened invitation showed was never confirmed.
    const body = { name: 'pia', password: 'correct horse staple battery', code: desk.codeOf(opened) }
    expect((await desk.call({ method: 'POST', url: '/api/session', body })).status).toBe(422)
    expect(refusal(await pia.call({ method: 'POST', url: '/api/session/step-up', body: { code: body.code } }))).toEqual(
      [422, 'codeRefused'],
    )
    const second = (await addPasskey(pia, newDevice(), 'Phone')).body.id
    expect((await remove(pia, id)).status).toBe(200)
    expect(refusal(await remove(pia, second))).toEqual([409, 'lastFactor'])
    const people = (await olga.call({ url: '/api/people' })).body as { name: string; state: string }[]
    expect(people.find(({ name }) => name === 'pia')!.state).toBe('active')
    expect(await acts('operator-enrolled')).toMatchObject([
      { actor: 'operator:olga' },
      { actor: 'operator:pia', detail: { passkey: id } },
    ])
  })

  test('is not accepted by an answer for another one, another origin, or without a challenge', async () => {
    const [one, other] = [await invited('one', 'support'), await invited('other', 'support')]
    const { body } = await desk.call({ method: 'POST', url: '/api/enrolment/passkey/options', body: { token: one } })
    const attestation = newDevice().create({ challenge: body.challenge })
    const complete = (token: string, answer: object) =>
      desk.call({
        method: 'POST',
        url: '/api/enrolment/passkey',
        body: { token, name: 'First', attestation: answer },
      })
    expect(refusal(await complete(other, attestation))).toEqual(passkeyRefused)
    expect(refusal(await complete(one, {}))).toEqual(passkeyRefused)
    expect(refusal(await enrol(one, newDevice(), { origin: 'http://localhost:3000' }))).toEqual(passkeyRefused)
    expect((await enrol(one, newDevice())).status).toBe(200)
    expect(refusal(await complete('a'.repeat(43), attestation))).toEqual([410, 'invitationEnded'])
  })
})

describe('a manager', () => {
  test("removes a passkey of somebody else's lost device, with rights of their own", async () => {
    const mia = await desk.person('mia', 'support')
    const { device, id } = await withPasskey(mia)
    const url = `/api/people/mia/passkeys/${id}`
    expect((await olga.call({ url: '/api/people/mia/passkeys' })).body).toMatchObject([{ id, name: 'Laptop' }])
    const own = await withPasskey(olga)
    const onSelf = await olga.call({ method: 'DELETE', url: `/api/people/olga/passkeys/${own.id}` })
    expect(refusal(onSelf)).toEqual([409, 'yourself'])
    expect(refusal(await mia.call({ method: 'DELETE', url }))).toEqual([403, 'notPermitted'])
    const swapped = await olga.call({ method: 'DELETE', url: `/api/people/mia/passkeys/${own.id}` })
    expect(refusal(swapped)).toEqual([404, 'passkeyNotFound'])
    desk.forward(600_000)
    expect(refusal(await olga.call({ method: 'DELETE', url }))).toEqual([403, 'stepUpRequired'])
    await stepUp(olga, own.device)
    expect((await olga.call({ method: 'DELETE', url })).status).toBe(200)
    expect(refusal(await enter(device))).toEqual(passkeyRefused)
    expect(await acts('operator-passkey-removed')).toMatchObject([
      { actor: 'operator:olga', detail: { operator: 'mia', passkey: id } },
    ])
  })

  test('ends all passkeys with a new invitation or with the access, also for an answer that is under way', async () => {
    const mia = await desk.person('mia', 'support')
    const first = await withPasskey(mia)
    const underWay = await begin()
    const answer = first.device.get(underWay)
    await desk.approved(await olga.call({ method: 'POST', url: '/api/people/mia/invitation' }))
    expect(refusal(await signIn(underWay.attempt, answer))).toEqual(passkeyRefused)
    const noa = await desk.person('noa', 'support')
    const second = await withPasskey(noa)
    expect((await olga.call({ method: 'DELETE', url: '/api/people/noa' })).status).toBe(200)
    expect(refusal(await enter(second.device))).toEqual(passkeyRefused)
  })
})

test('the origin and host are those of DESK_URL, also behind a proxy', async () => {
  const proxied = await testDesk({ env: { DESK_URL: 'https://desk.example.com' } })
  const headers = { origin: 'https://desk.example.com', host: '10.0.0.7:3002' }
  const actor = { kind: 'system', job: 'test' } as const
  const invitation = await inviteFromCommand({ ...proxied.app.deps, actor }, { name: 'pia', roles: ['manager'] })
  const token = invitation.ok ? invitation.value.link.split('#')[1]! : ''
  const post = (url: string, body: object) => proxied.call({ method: 'POST', url, body, headers })
  const device = authenticator({ origin: 'https://desk.example.com', partyId: 'desk.example.com' })
  const { body: options } = await post('/api/enrolment/passkey/options', { token })
  expect(options.rp).toEqual({ id: 'desk.example.com', name: 'Fairhouse desk' })
  const attestation = device.create({ challenge: options.challenge })
  expect((await post('/api/enrolment/passkey', { token, name: 'First', attestation })).status).toBe(200)
  const { body } = await post('/api/session/passkey/options', {})
  expect(body.options.rpId).toBe('desk.example.com')
  const assertion = device.get({ challenge: body.options.challenge })
  expect((await post('/api/session/passkey', { attempt: body.attempt, assertion })).status).toBe(200)
  await proxied.close()
})
