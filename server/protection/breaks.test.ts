import { afterAll, beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'

let app: TestIdentityApp
beforeAll(async () => {
  app = await testIdentityApp()
})
afterAll(() => app.close())

async function newPlayer() {
  const form = app.registration()
  const { body } = await app.post('/api/player/register', form)
  return { email: form.email, token: body.accessToken as string }
}
const begin = (token: string, period: string, definition = 5) =>
  app.post('/api/player/limits', { definition, period }, token)

longTest(
  'of 300 breaks requested by one player ten start, in parallel or in sequence, and a longer one always does',
  async () => {
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
  },
  60_000,
)

test('after a day the count restarts', async () => {
  const { email, token } = await newPlayer()
  for (let time = 0; time < 10; time++) await begin(token, '1-day')
  app.moveClock(86_400_001)
  const { body } = await app.post('/api/player/sessions', { login: email, password: validPassword })
  expect((await begin(body.accessToken, '1-day')).status).toBe(200)
})

test('the profile names what is in force: a self-exclusion before a cooling-off period, also once its term is over', async () => {
  const { email, token } = await newPlayer()
  const exclusionOf = async (bearer: string) => (await app.get('/api/player/profile', bearer)).body.exclusion
  expect(await exclusionOf(token)).toBeNull()
  const { body: week } = await begin(token, '1-week')
  await begin(token, '1-day')
  expect(await exclusionOf(token)).toEqual({ definition: 5, endsAt: week.endsAt, isTermOver: false, isForced: false })
  const { body: half } = await begin(token, '6-months', 4)
  const signIn = async () => (await app.post('/api/player/sessions', { login: email, password: validPassword })).body
  const excluded = { definition: 4, endsAt: half.endsAt, isForced: false }
  expect(await exclusionOf((await signIn()).accessToken)).toEqual({ ...excluded, isTermOver: false })
  app.moveClock(200 * 86_400_000)
  expect(await exclusionOf((await signIn()).accessToken)).toEqual({ ...excluded, isTermOver: true })
})
