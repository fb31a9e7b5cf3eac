import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'

let app: TestIdentityApp
let token: string
beforeAll(async () => {
  app = await testIdentityApp()
  token = (await app.post('/api/player/register', app.registration())).body.accessToken
})
afterAll(() => app.close())

const unprintable = [
  'rolf\u202etxt',
  'a\u001b[31mred',
  'two\nlines',
  'car\rriage',
  'tab\tbed',
  'iso\u2066late',
  'next\u0085',
  'line\u2028',
]

test.each(unprintable)(
  '%j is refused as a name, at registration or later, with the error at its field',
  async (text) => {
    const fields = { error: { fields: { nickname: [expect.any(String)] } } }
    expect(await app.post('/api/player/register', app.registration({ nickname: text }))).toMatchObject({
      status: 422,
      body: fields,
    })
    expect(await app.put('/api/player/profile', { nickname: text }, token)).toMatchObject({ status: 422, body: fields })
    for (const field of ['firstName', 'city', 'address', 'profession'])
      expect((await app.put('/api/player/profile', { [field]: text }, token)).status, field).toBe(422)
  },
)

test.each([
  'Zoë O’Neill-Ångström',
  'أحمد',
  'שרה',
  'José',
  'नमस्ते',
  'علی\u200cرضا',
  '👨\u200d👩\u200d👧\u200d👦',
  '👩\u200d🚀 Ada',
  '太郎',
])('%s is a name', async (nickname) => {
  expect((await app.put('/api/player/profile', { nickname }, token)).body).toMatchObject({ nickname })
})

test('invisible characters are not stored, and a name of nothing else is refused', async () => {
  const hidden = 'R\u200bo\u{e0041}l\u3164f'
  const profile = { nickname: hidden, firstName: hidden, city: hidden, address: 'A\u0301\u0302\u0303\u0304\u0305 1' }
  expect((await app.put('/api/player/profile', profile, token)).body).toMatchObject({
    nickname: 'Rolf',
    firstName: 'Rolf',
    details: { city: 'Rolf', address: 'A\u0301\u0302\u0303 1' },
  })
  for (const nickname of ['\u3164\u3164', '\u200b\u200b', '\u{e0041}\u{e0042}', '\u0301\u0301'])
    expect(await app.put('/api/player/profile', { nickname }, token)).toMatchObject({
      status: 422,
      body: { error: { fields: { nickname: ['Value is required'] } } },
    })
})

test('a nickname like the site or its staff is refused, but a real name like it is accepted', async () => {
  const refused = { status: 422, body: { error: { fields: { nickname: [expect.stringContaining('staff')] } } } }
  for (const nickname of ['Fairhouse Support', 'Suppоrt', 'A d m i n']) {
    expect(await app.put('/api/player/profile', { nickname }, token), nickname).toMatchObject(refused)
    expect(await app.post('/api/player/register', app.registration({ nickname })), nickname).toMatchObject(refused)
  }
  const own = { firstName: 'Admin', lastName: 'Support' }
  expect((await app.put('/api/player/profile', own, token)).body).toMatchObject(own)
})

test('an address of support@ gets a neutral nickname, also where the browser sends its user part', async () => {
  for (const nickname of [undefined, 'support']) {
    const body = app.registration({ email: `support@${Math.random().toString(36).slice(2)}.example`, nickname })
    const answer = await app.post('/api/player/register', body)
    expect(answer.status).toBe(200)
    const profile = await app.get('/api/player/profile', answer.body.accessToken)
    expect(profile.body.nickname).toMatch(/^player-/)
  }
})

test('a reserved name that was stored earlier does not prevent saving other fields', async () => {
  const answer = await app.post('/api/player/register', app.registration())
  const { accessToken } = answer.body
  const { id } = (await app.get('/api/player/profile', accessToken)).body
  await app.db.kysely
    .updateTable('identity.players')
    .set({ nickname: 'Fairhouse\u200b Support' })
    .where('id', '=', id)
    .execute()
  const saved = await app.put('/api/player/profile', { nickname: 'Fairhouse\u200b Support', city: 'Ulm' }, accessToken)
  expect(saved).toMatchObject({ status: 200, body: { details: { city: 'Ulm' } } })
})

test('a password is used exactly as typed', async () => {
  const password = 'a quiet\u200b harbour \u3164'
  const registration = app.registration({ password })
  expect((await app.post('/api/player/register', registration)).status).toBe(200)
  const signIn = (typed: string) => app.post('/api/player/sessions', { login: registration.email, password: typed })
  expect((await signIn('a quiet harbour ')).status).toBe(401)
  expect((await signIn(password)).status).toBe(200)
})

test('labels and messages to support follow the same rule', async () => {
  const id = randomUUID()
  const sent = await app.post('/api/support/chat/messages', { id, text: 'He\u200bll\u{e0041}o ' }, token)
  expect(sent.body.message.text).toBe('Hello')
  const empty = await app.post('/api/support/chat/messages', { id: randomUUID(), text: '\u3164' }, token)
  expect(empty.status).toBe(422)
  const label = { name: '\u200b', method: 'x', currency: 'EUR', fields: {} }
  expect(await app.post('/api/payment/addresses', label, token)).toMatchObject({
    status: 422,
    body: { error: { fields: { name: [expect.any(String)] } } },
  })
})
