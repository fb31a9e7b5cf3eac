/** Starts, monitors and stops the processes of the embedded PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { EmbeddedLog } from './embedded.ts'

export type Account = { uid: number; gid: number }
export type Postmaster = { pid: number; stop(): Promise<void> }

/**
 * The path of the cluster for a program that runs inside it. On Linux it goes through the working directory, because
 * an unprivileged user cannot traverse a private parent folder.
 */
const clusterName = (cluster: string): string => (process.platform === 'linux' ? '/proc/self/cwd' : cluster)

/** The environment of this process is not passed to PostgreSQL, so no PG* setting of the user changes it. */
const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export async function initialise(options: {
  native: string
  cluster: string
  account: Account | null
  passwordFile: string
}): Promise<void> {
  const child = spawn(
    join(options.native, 'bin', 'initdb'),
    [
      '-D',
      clusterName(options.cluster),
      '-U',
      'fairhouse',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--auth=scram-sha-256',
      `--pwfile=${options.passwordFile}`,
      '--no-instructions',
    ],
    { cwd: options.cluster, env: environment, ...options.account, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const output = collect(child)
  const code = await ended(child)
  if (code !== 0)
    throw new Error(`PostgreSQL could not create its data folder (initdb exited with ${code}):\n${output()}`)
}

export type StartOptions = {
  native: string
  cluster: string
  account: Account | null
  socketFolder: string
  password: string
  log: EmbeddedLog
  isDurable?: boolean
  maxConnections?: number
  onUnexpectedEnd?: () => void
}

/**
 * PostgreSQL's own cache: a quarter of the memory, as its manual recommends, allocated only as data fill it. Every
 * page outside it costs a system call, and one page of a player's history needs a hundred of them in a large ledger.
 * Tests have little data.
 */
function sharedBuffers(isDurable: boolean): string {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20
  return `${isDurable ? Math.round(Math.min(Math.max(memory / 4, 128), 8192)) : 128}MB`
}

const parameters = ({
  socketFolder,
  isDurable = true,
  maxConnections = 100,
}: StartOptions): Record<string, string | number> => ({
  listen_addresses: '',
  unix_socket_directories: socketFolder,
  unix_socket_permissions: '0700',
  max_connections: maxConnections,
  shared_buffers: sharedBuffers(isDurable),
  max_wal_size: '4GB',
  // Keeps segments of the log for reuse after a quiet night: all commits wait 50 to 100 ms for each new one.
  ...(isDurable && { min_wal_size: '1GB' }),
  wal_buffers: '16MB',
  jit: 'off',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  deadlock_timeout: '200ms',
  // Vacuum often, because tables of balances are small and change constantly.
  autovacuum_naptime: '15s',
  ...(isDurable
    ? { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
    : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
})

export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const attempt = launch(options)
    const failure = await untilReady(attempt, options, deadline)
    if (failure === null) return watched(attempt.child, options)
    // Backends of a killed postmaster remain for a moment and occupy its shared memory.
    if (!failure.includes('still in use') || Date.now() > deadline)
      throw new Error(`PostgreSQL did not start:\n${failure}`)
    await sleep(50)
  }
}

type Attempt = { child: ChildProcess; output(): string }

function launch(options: StartOptions): Attempt {
  const settings = Object.entries(parameters(options)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // PostgreSQL has a separate process group, so that Ctrl-C reaches only the product, which still has bets to finish.
  const child = spawn(join(options.native, 'bin', 'postgres'), ['-D', clusterName(options.cluster), ...settings], {
    cwd: options.cluster,
    env: environment,
    ...options.account,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => options.log.debug(text.trimEnd()))
  return { child, output: collect(child) }
}

/** Null once a connection is accepted, otherwise PostgreSQL's output before it ended. */
async function untilReady(
  { child, output }: Attempt,
  { socketFolder, password }: StartOptions,
  deadline: number,
): Promise<string | null> {
  let isOver = false
  const over = ended(child).then(() => {
    isOver = true
  })
  while (!isOver && Date.now() < deadline) {
    if (existsSync(join(socketFolder, '.s.PGSQL.5432')) && (await accepts(socketFolder, password))) return null
    await Promise.race([over, sleep(10)])
  }
  if (!isOver) child.kill('SIGQUIT')
  return output()
}

async function accepts(host: string, password: string): Promise<boolean> {
  const client = new pg.Client({ host, user: 'fairhouse', password, database: 'postgres' })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function watched(child: ChildProcess, { account, socketFolder, log, onUnexpectedEnd }: StartOptions): Postmaster {
  const pid = child.pid!
  const watchdog = startWatchdog(pid, account, socketFolder)
  let isStopping = false
  const over = ended(child).then(() => {
    watchdog.kill('SIGKILL')
    rmSync(socketFolder, { recursive: true, force: true })
    if (isStopping) return
    log.warn('PostgreSQL exited unexpectedly')
    onUnexpectedEnd?.()
  })
  return {
    pid,
    async stop() {
      isStopping = true
      // Fast shutdown: open transactions roll back, everything committed is flushed.
      child.kill('SIGINT')
      await over
    },
  }
}

/** A process that stops PostgreSQL when its standard input closes, which also happens when this process is killed. */
function startWatchdog(pid: number, account: Account | null, socketFolder: string): ChildProcess {
  const script =
    'while read -r _; do :; done; kill -INT "$1"; while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; rm -rf "$2"'
  const watchdog = spawn('/bin/sh', ['-c', script, 'sh', String(pid), socketFolder], {
    cwd: '/',
    env: environment,
    ...account,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.stdin.on('error', () => {})
  watchdog.on('error', () => {})
  watchdog.unref()
  ;(watchdog.stdin as unknown as { unref(): void }).unref()
  return watchdog
}

/** This process has the folder's lock, so a PostgreSQL that still runs in it belongs to a product that was killed. */
export async function stopOrphan(cluster: string, log: EmbeddedLog): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (runsIn(pid, cluster)) {
    log.warn(`stopping PostgreSQL (process ${pid}), left running by a killed process`)
    for (const [signal, waitMs] of [
      ['SIGINT', 5000],
      ['SIGQUIT', 5000],
      ['SIGKILL', 5000],
    ] as const) {
      if (await endsAfter(pid, cluster, signal, waitMs)) break
    }
  }
  // A stale file would prevent PostgreSQL from starting if another program had been given the same id.
  rmSync(pidFile, { force: true })
}

async function endsAfter(pid: number, cluster: string, signal: NodeJS.Signals, waitMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch {
    return true
  }
  for (const until = Date.now() + waitMs; Date.now() < until; await sleep(10)) {
    if (!runsIn(pid, cluster)) return true
  }
  return false
}

function runsIn(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    process.kill(pid, 0)
    return process.platform === 'linux' ? readlinkSync(`/proc/${pid}/cwd`) === cluster : true
  } catch {
    return false
  }
}

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-4000)
    })
  }
  return () => text.trim()
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', (code) => resolve(code)))
}
