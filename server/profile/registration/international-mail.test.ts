import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestIdentityApp, testIdentityApp, validPassword } from '#tests/setup/identity.ts'

let app: TestIdentityApp
beforeAll(async () => {
  app = await testIdentityApp()
})
afterAll(() => app.close())

const signIn = (login: string) => app.post('/api/player/sessions', { login, password: validPassword })
const mailsTo = async (email: string) =>
  (
    await app.db.kysely
      .selectFrom('deliveries.deliveries')
      .select('template')
      .where('recipient', '=', email)
      .orderBy('created_at')
      .execute()
  ).map(({ template }) => template)

test('an address in another script is one account in every spelling, and receives mail', async () => {
  const registered = await app.post('/api/player/register', app.registration({ email: 'JOSÉ.用户@Bücher.example' }))
  expect(registered.status).toBe(200)
  const { accessToken } = registered.body
  const profile = await app.get('/api/player/profile', accessToken)
  expect(profile.body).toMatchObject({ email: 'josé.用户@bücher.example', nickname: 'josé.用户' })
  for (const spelling of [
    'josé.用户@bücher.example',
    'José.用户@XN--bcher-kva.example',
    ' jose\u0301.用户@BÜCHER.example',
  ]) {
    expect((await signIn(spelling)).status, spelling).toBe(200)
    const again = await app.post('/api/player/register', app.registration({ email: spelling }))
    expect(again, spelling).toMatchObject({ status: 422, body: { error: { fields: { email: [expect.any(String)] } } } })
  }
  expect((await app.put('/api/player/profile', { email: 'josé.用户@bücher.example' }, accessToken)).status).toBe(200)
  expect(await mailsTo('josé.用户@xn--bcher-kva.example')).toContain('email-confirmation')
})

test('an address stored in ASCII keeps its account', async () => {
  const email = 'Rolf@xn--mnchen-3ya.example'
  expect((await app.post('/api/player/register', app.registration({ email }))).status).toBe(200)
  expect((await signIn('rolf@xn--mnchen-3ya.example')).status).toBe(200)
  expect((await signIn('rolf@münchen.example')).status).toBe(200)
})

test('a letter whose lower case is another letter does not reach another mailbox', async () => {
  const email = 'kelvin@example.com'
  await app.post('/api/player/register', app.registration({ email }))
  expect((await app.post('/api/player/passwords/reset', { email: '\u212aelvin@example.com' })).status).toBe(200)
  const asked = await app.db.kysely.selectFrom('identity.mail_requests').select('email').execute()
  expect(asked.map((row) => row.email)).toEqual(['kelvin@example.com'])
})
