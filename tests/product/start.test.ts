/** Start and stop as operators do it: first start, later starts, errors, kills. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { startEmbedded } from '#server/kernel/db/embedded.ts'
import { copySources, generated } from '#tests/setup/checkout.ts'
import { longTest, sampled, test } from '#tests/setup/length.ts'
import { freePort, prepareFolder, startSite } from '#tests/setup/site.ts'
import { ask, expectConsistentLedger, postmaster } from './product-database.ts'
import { fund, registerPlayer, playerByToken, play, send, studioCall, launchGame, until } from './site-player.ts'

const root = join(import.meta.dirname, '../..')
const folders: string[] = []
const folder = (): string => {
  folders.push(mkdtempSync(join(tmpdir(), 'fairhouse-start-')))
  return folders.at(-1)!
}
afterAll(() => folders.forEach((path) => rmSync(path, { recursive: true, force: true })))

type Run = { code: number | null; output: string; tookMs: number }

/** Runs a start that is expected to exit by itself. */
async function runStart(env: Record<string, string>, node = process.execPath): Promise<Run> {
  const startedAt = performance.now()
  const child: ChildProcess = spawn(node, ['scripts/start.mjs', ...(process.env.SITE_MODE === 'dev' ? ['dev'] : [])], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'development', VITEST: '', ...env },
  })
  let output = ''
  child.stdout!.on('data', (chunk) => (output += chunk))
  child.stderr!.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { code, output: output.trim(), tookMs: performance.now() - startedAt }
}

const ports = async () => ({ PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) })
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

async function firstPage(dataDir: string, more: { folder?: string } = {}) {
  const startedAt = performance.now()
  const site = await startSite({ dataDir, ...more })
  const page = await send(`${site.url}/`, 'GET')
  return { site, page, tookMs: performance.now() - startedAt }
}

/** Returns how long it takes to create and start an empty database. */
async function bareDatabaseMs(): Promise<number> {
  const startedAt = performance.now()
  const server = await startEmbedded({ dataDir: folder(), log: { info() {}, warn() {}, debug() {} } })
  const tookMs = performance.now() - startedAt
  await server.stop()
  return tookMs
}

let checkout: string | undefined
/**
 * Copies the checkout without generated files, with its packages as hard links: the state after `npm ci` and before a
 * build.
 */
function freshCheckout(): string {
  checkout ??= copyCheckout()
  for (const name of generated)
    if (name !== 'node_modules') rmSync(join(checkout, name), { recursive: true, force: true })
  return checkout
}

function copyCheckout(): string {
  const target = join(folder(), 'fairhouse')
  copySources(target)
  try {
    execFileSync('cp', ['-al', join(root, 'node_modules'), join(target, 'node_modules')], { stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', join(root, 'node_modules'), join(target, 'node_modules')])
  }
  return target
}

/** Returns the processes that run from files of this checkout. */
const processesOf = (checkout: string): string[] =>
  execFileSync('ps', ['-axo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`${checkout}/`))

describe('starting', () => {
  longTest.each(sampled(['SIGTERM', 'SIGINT'] as const, 1))(
    '%s during the build stops everything that was started',
    { timeout: 120_000 },
    async (signal) => {
      const checkout = freshCheckout()
      const child = spawn(process.execPath, ['scripts/start.mjs'], {
        cwd: checkout,
        stdio: 'ignore',
        env: { ...process.env, ...(await ports()), NODE_ENV: 'development', VITEST: '', DATA_DIR: folder() },
      })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      await until(async () => processesOf(checkout).some((line) => line.includes('vite')), 'the build runs', 60_000)
      child.kill(signal)
      await ended
      await until(async () => processesOf(checkout).length === 0, 'nothing runs any more')
    },
  )
  longTest(
    'a fresh checkout below a private folder builds, creates its database and serves the first page',
    { timeout: 120_000 },
    async (context) => {
      // The other tests of this file cover a start without a build.
      if (process.env.SITE_MODE === 'dev') return context.skip()
      const { site, page, tookMs } = await firstPage(folder(), { folder: freshCheckout() })
      console.log(`very first start, build included: ${seconds(tookMs)}`)
      expect(page.status).toBe(200)
      expect(page.body).toContain('<div id="root">')
      expect(await site.stop()).toBe(0)
      expect(tookMs).toBeLessThan(60_000)
    },
  )

  test('an empty folder becomes a running site, and a later start on it is faster', { timeout: 180_000 }, async () => {
    const dataDir = folder()
    // The start of a database alone is the reference: on a busy machine it is slower by the same factor.
    const databaseMs = await bareDatabaseMs()
    const first = await firstPage(dataDir)
    expect(first.page.status).toBe(200)
    const player = await registerPlayer(first.site)
    expect(await first.site.stop()).toBe(0)
    const later = await firstPage(dataDir)
    console.log(
      `first start ${seconds(first.tookMs)}, later ${seconds(later.tookMs)}, database alone ${seconds(databaseMs)}`,
    )
    expect((await playerByToken(later.site, player.email, player.token)).id).toBe(player.id)
    expect(await later.site.stop()).toBe(0)
    expect(first.tookMs).toBeLessThan(Math.max(30_000, 8 * databaseMs))
    expect(later.tookMs).toBeLessThan(Math.max(first.tookMs * 1.5, 8000))
  })

  // Shows: fault 4
  longTest(
    'a second start on the same folder names the process that uses it, exits, and changes nothing',
    { timeout: 180_000 },
    async () => {
      const site = await startSite({ dataDir: await prepareFolder(folder()) })
      const player = await registerPlayer(site)
      await fund(player, 1000)
      const second = await runStart({ DATA_DIR: site.dataDir, ...(await ports()) })
      console.log(`a second start ended after ${seconds(second.tookMs)}`)
      expect(second.code).not.toBe(0)
      expect(second.output.split('\n')).toHaveLength(1)
      expect(second.output).toContain(`in use by process ${site.child.pid}`)
      expect(await player.cash()).toBe(1000)
      await fund(player, 1000)
      expect(await site.stop()).toBe(0)
    },
  )

  longTest(
    'a port in use is reported in one line',
    async () => {
      const holder = createServer().listen(0, '0.0.0.0')
      await new Promise((resolve) => holder.once('listening', resolve))
      const { port } = holder.address() as { port: number }
      const run = await runStart({ ...(await ports()), PORT: String(port), DATA_DIR: folder(), SEED: 'false' })
      holder.close()
      expect(run.code).not.toBe(0)
      expect(run.output.split('\n')).toHaveLength(1)
      expect(run.output).toContain(`Port ${port}`)
    },
    60_000,
  )

  longTest(
    'a start and a command refuse a database that belongs to another secret, with the reason in one line',
    async () => {
      const DATA_DIR = await prepareFolder(folder(), { SEED: 'false' })
      const SECRET = 'another secret than the one of this database'
      const refused = /^(Fairhouse did not start\. )?SECRET is not the one that this database belongs to: [^\n]+$/
      const run = await runStart({ ...(await ports()), DATA_DIR, SECRET, SEED: 'false' })
      expect(run.code).toBe(1)
      expect(run.output).toMatch(refused)
      const command = spawnSync(process.execPath, ['scripts/operator.ts', 'liabilities', 'publish'], {
        cwd: root,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, DATA_DIR, SECRET },
      })
      expect(command.status).toBe(1)
      expect(command.stderr.trim()).toMatch(refused)
    },
    60_000,
  )

  test('all invalid settings are listed at once', async () => {
    const run = await runStart({
      PORT: 'eighty',
      TRUST_PROXY: '-1',
      LOG_LEVEL: 'loud',
      SECRET: 'short',
      DATA_DIR: folder(),
    })
    expect(run.code).not.toBe(0)
    for (const name of ['PORT', 'TRUST_PROXY', 'LOG_LEVEL', 'SECRET']) expect(run.output).toContain(name)
    expect(run.output).not.toMatch(/\n\s+at /)
  }, 60_000)

  test('an old Node gets a message instead of a syntax error', async () => {
    const old = (process.env.OLD_NODE ?? '/usr/bin/node:/usr/local/bin/node')
      .split(':')
      .find((path) => existsSync(path) && major(path) < 24)
    const guard = readFileSync(join(root, 'scripts/start.mjs'), 'utf8')
    // Nothing is imported before the version check, so an old Node reaches it.
    expect(guard.slice(0, guard.indexOf('process.exit(1)'))).not.toMatch(/\bimport\b/)
    if (!old) return
    const run = await runStart({ DATA_DIR: folder() }, old)
    expect(run.code).toBe(1)
    expect(run.output).toMatch(/^Fairhouse needs Node 24 and this is v\d+[^\n]*$/)
  })
})

const major = (node: string): number =>
  Number(execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1).split('.')[0])

describe('stopping', () => {
  longTest('SIGTERM to `npm start` alone stops the site, with exit code 0', { timeout: 90_000 }, async () => {
    const env = { ...process.env, VITEST: '', NODE_ENV: 'development', ...(await ports()), SEED: 'false' }
    const npm = spawn('npm', ['start'], { cwd: root, env: { ...env, DATA_DIR: await prepareFolder(folder()) } })
    const ended = once(npm, 'exit')
    let printed = ''
    for await (const chunk of npm.stdout) {
      printed += String(chunk)
      if (printed.includes('Fairhouse is open')) npm.kill('SIGTERM')
    }
    expect(await ended).toEqual([0, null])
    expect(printed).toContain('SIGTERM: shutting down')
  })

  // Shows: fault 3
  longTest(
    'SIGTERM with bets in flight: each is answered or not accepted, the exit code is 0, the next start has all data',
    { timeout: 90_000 },
    async () => {
      const dataDir = await prepareFolder(folder())
      const site = await startSite({ dataDir, env: { ROUND_MIN_MS: '0' } })
      const player = await registerPlayer(site)
      await fund(player, 100_000)
      const seat = await launchGame(site, player)
      const bet = (id: string) => ({
        token: seat,
        currency: 'EUR',
        gameId: 'dice',
        roundId: id,
        transactionId: id,
        amount: 7,
      })
      const answers = new Map<string, number>()
      let isOver = false
      const gamblers = Array.from({ length: 16 }, async (_, gambler) => {
        for (let turn = 0; !isOver; turn++) {
          const id = `term-${gambler}-${turn}`
          const { status } = await studioCall(site, 'bet', bet(id))
          answers.set(id, status)
          if (status === 0) return
        }
      })
      const rounds = play(site, seat)
      await until(async () => answers.size > 50, 'bets are under way')
      const code = await site.stop('SIGTERM')
      isOver = true
      await Promise.all([...gamblers, rounds])
      expect(code).toBe(0)
      expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)

      const next = await startSite({ dataDir, env: { ROUND_MIN_MS: '0' } })
      const rows = await ask<{ key: string }>(
        next,
        `SELECT idempotency_key AS key FROM ledger.movements WHERE kind = 'bet' AND idempotency_key LIKE 'term-%'`,
      )
      const taken = new Set(rows.map(({ key }) => key))
      const accepted = [...answers].filter(([, status]) => status === 200).map(([id]) => id)
      const others = [...answers].filter(([, status]) => status !== 200)
      expect(others.every(([, status]) => status === 0 || status === 503)).toBe(true)
      expect(accepted.filter((id) => !taken.has(id))).toEqual([])
      expect(others.map(([id]) => id).filter((id) => taken.has(id))).toEqual([])
      await until(
        async () =>
          (await ask(next, `SELECT 1 FROM studio.rounds WHERE state NOT IN ('settled', 'cancelled')`)).length === 0,
        'every round is settled or returned',
        40_000,
      )
      await expectConsistentLedger(next)
      expect(await next.stop()).toBe(0)
    },
  )

  longTest('an open realtime socket does not delay the shutdown', { timeout: 60_000 }, async () => {
    const site = await startSite({ dataDir: await prepareFolder(folder()) })
    const socket = new WebSocket(`${site.url.replace('http', 'ws')}/api/connection/websocket`)
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
    const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve, { once: true }))
    const startedAt = performance.now()
    expect(await site.stop()).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(8000)
    // With a code below 3500 the protocol's clients reconnect by themselves.
    expect((await closed).code).toBe(3001)
  })

  // Shows: fault 5
  longTest('a killed product leaves no database that blocks the next start', { timeout: 90_000 }, async () => {
    const dataDir = await prepareFolder(folder())
    const site = await startSite({ dataDir })
    const player = await registerPlayer(site)
    const { pid, socketFolder } = postmaster(dataDir)
    await site.stop('SIGKILL')
    const next = await startSite({ dataDir })
    expect(postmaster(dataDir).pid).not.toBe(pid)
    expect((await playerByToken(next, player.email, player.token)).id).toBe(player.id)
    // A database whose product was killed, and which no later start takes over, exits by itself.
    const orphan = postmaster(dataDir)
    await next.stop('SIGKILL')
    await until(
      async () => !runs(orphan.pid) && !existsSync(orphan.socketFolder) && !existsSync(socketFolder),
      'the orphaned PostgreSQL ends and cleans up',
    )
  })
})

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
