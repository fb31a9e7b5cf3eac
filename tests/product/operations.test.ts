/**
 * The guarantees in docs/operations/: several processes on one database, and a backup that restores the same site.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { WebSocket } from 'ws'
import { testDatabase } from '#tests/setup/database.ts'
import { prepareFolder, startSite } from '#tests/setup/site.ts'
import { expectConsistentLedger } from './product-database.ts'
import { fund, registerPlayer, playerByToken, play, send, launchGame, until, withdraw } from './site-player.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-operations-'))
const cleanups: Array<() => Promise<unknown>> = []
afterAll(async () => {
  for (const end of cleanups.toReversed()) await end()
  rmSync(folder, { recursive: true, force: true })
})

longTest(
  'two processes on one database are one site: a session of one is valid in the other, and money moved in one is pushed by the other',
  { timeout: 60_000 },
  async () => {
    const database = await testDatabase()
    cleanups.push(() => database.close())
    const env = {
      DATABASE_URL: database.url,
      SECRET: 'one secret for both of the processes',
      DOCUMENTS_DIR: join(folder, 'documents'),
      SEED: 'false',
      ROUND_MIN_MS: '0',
    }
    // Only the first runs a sandbox, as one partner serves both.
    const first = await startSite({ dataDir: join(folder, 'one'), env })
    cleanups.push(() => first.stop())
    const second = await startSite({ dataDir: join(folder, 'two'), env: { ...env, SANDBOX: 'false' } })
    cleanups.push(() => second.stop())

    const player = await registerPlayer(first)
    await fund(player, 10_000)
    const elsewhere = await playerByToken(second, player.email, player.token)
    expect(await elsewhere.cash()).toBe(10_000)

    const socket = new WebSocket(`${second.url.replace('http', 'ws')}/api/connection/websocket`)
    const pushed: number[] = []
    socket.on('message', (frame) => {
      for (const line of String(frame).split('\n')) {
        const balance = JSON.parse(line).push?.pub?.data?.payload?.balance
        if (typeof balance === 'number') pushed.push(balance)
      }
    })
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(
      `${JSON.stringify({ id: 1, connect: { token: player.token } })}\n${JSON.stringify({ id: 2, subscribe: { channel: `wallet:accounts#${player.id}` } })}`,
    )
    const seat = await launchGame(second, player)
    await play(first, seat)
    await until(
      async () => pushed.at(-1) === (await elsewhere.cash()) && pushed.at(-1) !== 10_000,
      'the push arrives by the other process',
    )
    socket.terminate()

    const half = await Promise.all(
      Array.from({ length: 10 }, (_, index) => withdraw({ ...(index % 2 ? player : elsewhere) }, 5000)),
    )
    expect(half.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
    expect((await player.call('POST', '/api/player/sessions/logout')).status).toBe(200)
    expect((await elsewhere.call('GET', '/api/player/profile')).status).toBe(401)
  },
)

longTest("a copy of the stopped site's folder starts as that site", { timeout: 60_000 }, async () => {
  const original = await prepareFolder(join(folder, 'original'), { SEED: 'false' })
  const site = await startSite({ dataDir: original, env: { SEED: 'false' } })
  const player = await registerPlayer(site)
  await fund(player, 2500)
  expect(await site.stop()).toBe(0)
  const copy = join(folder, 'copy')
  // The copy keeps the owners, because as root PostgreSQL's files belong to an unprivileged user.
  execFileSync('cp', ['-a', original, copy])
  const restored = await startSite({ dataDir: copy, env: { SEED: 'false' } })
  cleanups.push(() => restored.stop())
  const again = await playerByToken(restored, player.email, player.token)
  expect(await again.cash()).toBe(2500)
  await fund(again, 1000)
  expect(await again.cash()).toBe(3500)
  await expectConsistentLedger(restored)
})

// Shows: ASVS 13.4.5
longTest('health, readiness and metrics answer the right callers', { timeout: 30_000 }, async () => {
  const site = await startSite({
    dataDir: await prepareFolder(join(folder, 'metrics'), { SEED: 'false' }),
    env: { SEED: 'false', METRICS_TOKEN: 'a token for the scraper' },
  })
  cleanups.push(() => site.stop())
  expect((await send(`${site.url}/healthz`, 'GET')).status).toBe(200)
  expect((await send(`${site.url}/readyz`, 'GET')).body).toEqual({ status: 'ready' })
  expect((await send(`${site.url}/metrics`, 'GET')).status).toBe(404)
  expect((await send(`${site.url}/metrics`, 'GET', { token: 'another token for it' })).status).toBe(404)
  const { body } = await send(`${site.url}/metrics`, 'GET', { token: 'a token for the scraper' })
  for (const name of [
    'fairhouse_http_request_seconds_bucket',
    'fairhouse_realtime_connections',
    'fairhouse_database_connections_waiting',
    'process_cpu_seconds_total',
  ])
    expect(body).toContain(name)
})
