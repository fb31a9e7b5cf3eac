import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createInHouseStudio,
  inHouseStudioKeys,
  inHouseStudioSlug,
} from '#server/partners/game-studio/in-house-studio.ts'
import { mountStudios } from '#server/play/studios/mount.ts'
import { type TestApp, testApp } from '#tests/setup/app.ts'

let app: TestApp
beforeEach(async () => {
  app = await testApp({
    env: { RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: '1' },
    plugins: (deps) => [(instance) => mountStudios(instance, deps)],
    deps: ({ partners, settings }) => ({
      partners: { ...partners, gameStudios: [createInHouseStudio({ secret: settings.secret })] },
    }),
  })
})
afterEach(() => app.close())

const url = `/api/partners/games/${inHouseStudioSlug}/bet`
const type = { 'content-type': 'application/json' }
const unsigned = (payload: string, path = url) =>
  app.send({ method: 'POST', url: path, payload, headers: { ...type, 'x-forwarded-for': '203.0.113.7' } })

function signedCall(payload: string) {
  const at = String(Math.floor(app.deps.clock.now().getTime() / 1000))
  const { signingKey } = inHouseStudioKeys(app.deps.settings.secret)
  const signature = createHmac('sha256', signingKey).update(`${at}.${payload}`).digest('hex')
  const headers = { ...type, 'x-studio-timestamp': at, 'x-studio-signature': signature }
  return app.send({ method: 'POST', url, payload, headers: { ...headers, 'x-forwarded-for': '203.0.113.7' } })
}

test('a signature is checked over the raw bytes before they are parsed', async () => {
  expect((await unsigned('{')).status).toBe(401)
  expect((await unsigned('{"token":')).status).toBe(401)
  expect((await signedCall('{')).status).toBe(400)
  expect((await signedCall('{}')).status).toBe(422)
})

// Shows: attack 48
test('unsigned calls of one address are limited, at every address of partners; its signed calls are not', async () => {
  const paths = [url, '/api/partners/payments/nobody/callback', '/api/partners/studios/nobody/user/balance']
  const statuses = []
  for (let index = 0; index < 9; index++) statuses.push((await unsigned('{}', paths[index % 3])).status)
  expect(statuses).toEqual([401, 404, 200, 401, 404, 429, 429, 429, 429])
  for (let index = 0; index < 9; index++) expect((await signedCall('{}')).status).toBe(422)
})
