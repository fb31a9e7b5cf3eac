import { tmpdir } from 'node:os'
import { expect, onTestFinished } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { routes as allRoutes } from '../modules.ts'
import { testApp, type TestApp } from '#tests/setup/app.ts'

async function openApp(env: Record<string, string>): Promise<TestApp> {
  const app = await testApp({ routes: allRoutes, env: { DATA_DIR: tmpdir(), ...env } })
  onTestFinished(() => app.close())
  return app
}
const moreThanAnyDisk = String(1e9)
const register = (app: TestApp) => app.send({ method: 'POST', url: '/api/player/register', payload: {} })

test('below the required free disk space, writes are refused as an outage and reads continue', async () => {
  const app = await openApp({ MIN_FREE_DISK_MB: moreThanAnyDisk })
  expect(await register(app)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '30' },
    body: { error: { name: 'unavailable' } },
  })
  expect(await app.send({ method: 'GET', url: '/api/settings/countries' })).toMatchObject({ status: 200 })
  expect(await app.send({ method: 'GET', url: '/readyz' })).toMatchObject({ status: 200 })
})

longTest('writes are accepted with enough space, with the guard off, and with an external database', async () => {
  for (const env of [
    { MIN_FREE_DISK_MB: '1' },
    { MIN_FREE_DISK_MB: '0' },
    { MIN_FREE_DISK_MB: moreThanAnyDisk, DATABASE_URL: 'postgres://elsewhere/fairhouse' },
  ]) {
    expect((await register(await openApp(env as Record<string, string>))).status).toBe(422)
  }
})
