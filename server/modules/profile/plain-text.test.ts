import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'

let house: TestIdentityApp
let token: string
beforeAll(async () => {
  house = await testIdentityApp()
  token = (await house.post('/api/player/register', house.registration())).body.accessToken
})
afterAll(() => house.close())

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

test.each(odd)('%j is no name, at registration or later, and is said at its field', async (text) => {
  const fields = { error: { fields: { nickname: [expect.any(String)] } } }
  expect(await house.post('/api/player/register', house.registration({ nickname: text }))).toMatchObject({
    status: 422,
    body: fields,
  })
  expect(await house.put('/api/player/profile', { nickname: text }, token)).toMatchObject({ status: 422, body: fields })
  for (const field of ['firstName', 'city', 'address', 'profession'])
    expect((await house.put('/api/player/profile', { [field]: text }, token)).status, field).toBe(422)
})

test.each(['Zoë O’Neill-Ångström', 'أحمد\u200f', 'שרה', '👩\u200d🚀 Ada', '太郎'])('%s is a name', async (nickname) => {
  expect((await house.put('/api/player/profile', { nickname }, token)).body).toMatchObject({ nickname })
})
