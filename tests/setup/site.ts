/** Starts the product as an operator does: a child process with its own folder and ports. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoPassword } from '#server/profile/registration/seed.ts'
import { freePort } from '#scripts/free-port.ts'
import { copyTemplate, runFolder } from './site-template.ts'

export { freePort }

export type Site = {
  url: string
  sandboxUrl: string
  dataDir: string
  child: ChildProcess
  /** The product's output so far. */
  output(): string
  /** Stops it as an operator would; resolves to the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Kills it, for tests that do not check its shutdown. */
  discard(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

export type SiteOptions = {
  env?: Record<string, string>
  dataDir?: string
  timeoutMs?: number
  /** `dev` renders from the sources and needs no build; default is SITE_MODE, otherwise as operators start it. */
  mode?: 'start' | 'dev'
  /** The checkout to start; default is this one. */
  folder?: string
}

/** Without a `dataDir` the product starts with the data of a first start; pass an empty folder to test that start. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const dataDir = options.dataDir ?? mkdtempSync(join(runFolder() ?? tmpdir(), 'fairhouse-site-'))
  if (!options.dataDir) await prepareFolder(dataDir, options.env)
  return launch(options, dataDir)
}

/** Puts the data of a first start into a folder, for a test that starts on it more than once. */
export async function prepareFolder(dataDir: string, env: Record<string, string> = {}): Promise<string> {
  await copyTemplate(dataDir, env, (template) => firstStart(template, env))
  return dataDir
}

async function firstStart(dataDir: string, { SEED = 'true' }: Record<string, string> = {}): Promise<void> {
  const site = await launch({ env: { SEED, ROUND_MIN_MS: '0' }, dataDir, timeoutMs: 120_000 }, dataDir)
  if (SEED !== 'false') await Promise.all(demoPlayers.map((email) => untilSeeded(site, email)))
  await site.stop()
}

const demoPlayers = ['demo@fairhouse.example', 'whale@fairhouse.example']

/**
 * Waits for the history of the demo players, which is written after the start: it is complete when they have invoices
 * and no session except ours.
 */
async function untilSeeded({ url }: Site, login: string): Promise<void> {
  const ask = async (method: string, path: string, token = '', body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${answer.status} for ${method} ${path}`)
    const read: any = await answer.json().catch(() => null)
    return read
  }
  const credentials = { login, password: demoPassword }
  const { accessToken } = await ask('POST', '/api/player/sessions', '', credentials)
  for (const deadline = Date.now() + 110_000; Date.now() < deadline; await sleep(50)) {
    const [invoices, sessions] = await Promise.all([
      ask('GET', '/api/payment/invoices', accessToken),
      ask('GET', '/api/player/sessions', accessToken),
    ])
    if (invoices.meta.total > 0 && (sessions.data ?? sessions).length === 1)
      return ask('POST', '/api/player/sessions/logout', accessToken, {})
  }
  throw new Error(`The history of ${login} was not complete in time.`)
}

const shared = new Map<string, Promise<Site>>()

const keyOf = (env: Record<string, string>) => JSON.stringify(Object.entries(env).sort())

/** Returns one running product for all files of a worker with the same settings. It is stopped with the run. */
export function sharedSite(env: Record<string, string> = {}): Promise<Site> {
  const key = keyOf(env)
  const site = shared.get(key) ?? startSite({ env })
  shared.set(key, site)
  return site
}

/** Stops a shared product whose settings only this file uses: idle, it would still take processor time and memory. */
export async function releaseSite(env: Record<string, string>): Promise<void> {
  if (Object.keys(env).every((name) => name === 'SEED')) return
  const site = shared.get(keyOf(env))
  shared.delete(keyOf(env))
  await site?.then(
    ({ discard }) => discard(),
    () => undefined,
  )
}

async function launch(options: SiteOptions, dataDir: string): Promise<Site> {
  const port = Number(options.env?.PORT ?? 0) || (await freePort())
  const sandboxPort = Number(options.env?.SANDBOX_PORT ?? 0) || (await freePort())
  const mode = options.mode ?? process.env.SITE_MODE ?? 'start'
  const child = spawn(process.execPath, ['scripts/start.mjs', ...(mode === 'dev' ? ['dev'] : [])], {
    cwd: options.folder ?? root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      // The games of the sandbox's studio would change the counts in tests.
      SANDBOX_STUDIO: 'false',
      VITEST: '',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '0',
      PAGE_LIMIT_PER_MINUTE: '0',
      SANDBOX_CHAIN: 'false',
      SPORTSBOOK_HOST: 'off',
      DESK_PORT: 'off',
      LEAVE_SECONDS: '0',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      ...options.env,
    },
  })
  noteProcess(child)
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += chunk))
  child.stderr.on('data', (chunk) => (printed += chunk))
  const url = `http://localhost:${port}`
  const site: Site = {
    url,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    dataDir,
    child,
    output: () => printed,
    stop: async (signal = 'SIGTERM') => {
      const code = await end(child, signal)
      if (!options.dataDir && signal !== 'SIGKILL') remove(dataDir)
      return code
    },
    discard: async () => {
      await end(child, 'SIGKILL')
      if (!options.dataDir) remove(dataDir)
    },
  }
  await untilReady(site, options.timeoutMs ?? 60_000)
  return site
}

/** A killed PostgreSQL may still write for a moment. */
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })

/** Records the process, so that the end of the run stops products left by a killed worker. */
function noteProcess(child: ChildProcess): void {
  const run = runFolder()
  if (!run || !child.pid) return
  const note = join(run, `process-${child.pid}`)
  writeFileSync(note, '')
  child.once('exit', () => remove(note))
}

async function untilReady(site: Site, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if (site.child.exitCode !== null)
      throw new Error(`The product ended with ${site.child.exitCode}:\n${site.output()}`)
    const isReady = await fetch(`${site.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await end(site.child, 'SIGKILL')
  throw new Error(`The product was not ready within ${timeoutMs} ms:\n${site.output()}`)
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
    child.on('exit', (code) => {
      clearTimeout(timer)
      resolve(code)
    })
    child.kill(signal)
  })
}
