import { afterAll, beforeAll, expect, test } from 'vitest'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'

let house: TestIdentityApp
beforeAll(async () => {
  house = await testIdentityApp()
})
afterAll(() => house.close())

async function newPlayer() {
  const form = house.registration()
  const { body } = await house.post('/api/player/register', form)
  return { email: form.email, token: body.accessToken as string }
}
const begin = (token: string, period: string, definition = 5) =>
  house.post('/api/player/limits', { definition, period }, token)

test('of 300 breaks that one player asks for ten are begun, together or one after the other, and a longer one always', async () => {
  const { token } = await newPlayer()
  const answers = []
  for (let batch = 0; batch < 3; batch++)
    answers.push(...(await Promise.all(Array.from({ length: 100 }, () => begin(token, '1-day')))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.at(-1)).toMatchObject({
    status: 422,
    body: { error: { name: 'tooManyBreaks', message: expect.stringContaining('ten periods') } },
  })
  expect((await begin(token, '1-week')).status).toBe(200)
  expect((await begin(token, '1-week')).status).toBe(422)
  expect((await begin(token, '3-months')).status).toBe(200)
  expect((await begin(token, '6-months', 4)).status).toBe(200)
}, 60_000)

test('after a day the count begins anew', async () => {
  const { email, token } = await newPlayer()
  for (let time = 0; time < 10; time++) await begin(token, '1-day')
  house.moveClock(86_400_001)
  const { body } = await house.post('/api/player/sessions', { login: email, password: validPassword })
  expect((await begin(body.accessToken, '1-day')).status).toBe(200)
})
