/**
 * The embedded PostgreSQL: one data folder, one owner, a Unix socket only, full durability. It stops with the product,
 * also when the product is killed. A first try needs only `npm start`; a lighter database would behave differently
 * exactly where money depends on it: locks, isolation and durability.
 */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { preparePostgres } from './embedded-binaries.ts'
import { type Account, initialise, startPostmaster, stopOrphan } from './embedded-process.ts'
import { lockFolder } from './folder-lock.ts'

export type EmbeddedLog = { info(message: string): void; warn(message: string): void; debug(message: string): void }
export type EmbeddedOptions = {
  /** The product's data folder; PostgreSQL's own files are below it. */
  dataDir: string
  log: EmbeddedLog
  /** Turned off only in tests that do not concern durability. */
  isDurable?: boolean
  maxConnections?: number
  /** Called when PostgreSQL ends unexpectedly. */
  onUnexpectedEnd?: () => void
}
export type Embedded = {
  /** Connection string of a database on this server; `postgres` by default. */
  url(database?: string): string
  pid(): number
  stop(): Promise<void>
}

/** The user nobody: PostgreSQL refuses to run as root. */
const unprivileged: Account = { uid: 65534, gid: 65534 }

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  if (process.platform === 'win32')
    throw new Error(
      'The embedded PostgreSQL requires Linux or macOS: on Windows set DATABASE_URL and run "node scripts/start.mjs".',
    )
  mkdirSync(options.dataDir, { recursive: true })
  const dataDir = realpathSync(options.dataDir)
  const lock = lockFolder(dataDir)
  try {
    return await startLocked({ ...options, dataDir }, lock.release)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startLocked(options: EmbeddedOptions, release: () => void): Promise<Embedded> {
  const account = process.getuid?.() === 0 ? unprivileged : null
  const native = preparePostgres(account !== null)
  const cluster = join(options.dataDir, 'postgres')
  const password = readOrCreatePassword(join(options.dataDir, 'postgres.password'))
  await stopOrphan(cluster, options.log)
  // Socket paths are limited to about 100 characters, which many data folders exceed.
  const socketFolder = mkdtempSync(join(existsSync('/tmp') ? '/tmp' : tmpdir(), 'fairhouse-'))
  give(socketFolder, account)
  if (!existsSync(join(cluster, 'initialised')))
    await createCluster({ cluster, native, account, socketFolder, password })
  const postmaster = await startPostmaster({ native, cluster, account, socketFolder, password, ...options })
  return {
    url: (database = 'postgres') =>
      `postgres://fairhouse:${password}@/${database}?host=${encodeURIComponent(socketFolder)}`,
    pid: () => postmaster.pid,
    async stop() {
      await postmaster.stop()
      release()
    },
  }
}

type Creation = { cluster: string; native: string; account: Account | null; socketFolder: string; password: string }

/** Makes the cluster once; an interrupted attempt left no `initialised` mark and is repeated. */
async function createCluster({ cluster, native, account, socketFolder, password }: Creation): Promise<void> {
  rmSync(cluster, { recursive: true, force: true })
  mkdirSync(cluster, { mode: 0o700 })
  give(cluster, account)
  const passwordFile = join(socketFolder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  give(passwordFile, account)
  try {
    await initialise({ native, cluster, account, passwordFile })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  writeFileSync(join(cluster, 'initialised'), '')
}

function give(path: string, account: Account | null): void {
  if (account) chownSync(path, account.uid, account.gid)
}

/** Every user of the machine can see the socket's name; only users who can read this file can connect. */
function readOrCreatePassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}
