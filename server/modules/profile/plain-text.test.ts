import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'

let app: TestIdentityApp
let token: string
beforeAll(async () => {
  app = await testIdentityApp()
  token = (await app.post('/api/player/register', app.registration())).body.accessToken
})
afterAll(() => app.close())

const odd = [
  'rolf\u202etxt',
  'a\u001b[31mred',
  'two\nlines',
  'car\rriage',
  'tab\tbed',
  'iso\u2066late',
  'next\u0085',
  'line\u2028',
]

test.each(odd)('%j is refused as a name, at registration or later, with the error at its field', async (text) => {
  const fields = { error: { fields: { nickname: [expect.any(String)] } } }
  expect(await app.post('/api/player/register', app.registration({ nickname: text }))).toMatchObject({
    status: 422,
    body: fields,
  })
  expect(await app.put('/api/player/profile', { nickname: text }, token)).toMatchObject({ status: 422, body: fields })
  for (const field of ['firstName', 'city', 'address', 'profession'])
    expect((await app.put('/api/player/profile', { [field]: text }, token)).status, field).toBe(422)
})

test.each(['Zoë O’Neill-Ångström', 'أحمد\u200f', 'שרה', '👩\u200d🚀 Ada', '太郎'])('%s is a name', async (nickname) => {
  expect((await app.put('/api/player/profile', { nickname }, token)).body).toMatchObject({ nickname })
})
