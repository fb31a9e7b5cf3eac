/**
 * A cluster on this machine, on loopback and free ports: three machines with etcd, PostgreSQL under Patroni and a node
 * of the product, and a proxy for players and the database, Redis, an S3 store and a sandbox that they share. It uses
 * the files of deploy/cluster, as an operator does with names of hosts.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createSandbox, type Sandbox } from '#sandbox/main.ts'
import { buildIfStale } from '#scripts/build.ts'
import { installPackages } from '#scripts/debian-packages.ts'
import { freePort } from '#scripts/free-port.ts'
import { type Supervised, supervise } from './supervised.ts'

const root = join(import.meta.dirname, '../..')
export const postgresFolder = process.env.POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin'

/** Executable -> Debian's package. */
type Packages = Record<string, string>
const packages: Packages = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  [join(postgresFolder, 'postgres')]: 'postgresql-15',
}

export type Machine = {
  name: string
  etcd: Supervised
  patroni: Supervised
  node: Supervised
  /** Of the node. */
  url: string
  /** Of Patroni's interface. */
  rest: string
  /** For pgbackrest on this machine: the settings of deploy/cluster/pgbackrest.conf that differ here, and the password. */
  backupEnv: Record<string, string>
}
export type Cluster = {
  siteUrl: string
  sandboxUrl: string
  /** Of the owner of the product's database, through the proxy. */
  databaseUrl: string
  secret: string
  folder: string
  machines: Machine[]
  shared: Supervised[]
  /** The settings of another node, on a port and with a folder of its own. */
  nodeSettings(more: Record<string, string>): Promise<Record<string, string>>
  /** Addresses for a person. */
  table: Array<[what: string, address: string]>
  /** The machine whose PostgreSQL is the primary; null while there is none. */
  primary(): Promise<Machine | null>
  /** The processes of PostgreSQL on a machine. */
  postgresPids(machine: Machine): number[]
  /** Waits for a primary that the proxy of the database reaches. */
  untilReachable(): Promise<void>
  /** Waits for a primary that the proxy reaches, with a synchronous standby and `members` - 1 standbys that stream. */
  untilReplicated(members: number): Promise<void>
  stop(): Promise<void>
}

/** Installs what is missing where it may. One sentence for what is missing then; null if nothing is. */
export function missingPackages(needed = packages): string | null {
  const isMissing = ([program]: [string, string]) => !isInstalled(program)
  const wanted = Object.entries(needed).filter(isMissing)
  if (wanted.length === 0) return null
  installPackages(wanted.map(([, name]) => name))
  const missing = wanted.filter(isMissing)
  if (missing.length === 0) return null
  return `A cluster needs ${missing.map(([program]) => program).join(', ')}: apt-get install --no-install-recommends ${missing.map(([, name]) => name).join(' ')}`
}

function isInstalled(program: string): boolean {
  const folders = program.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** PostgreSQL refuses to run as root. */
export function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid!() !== 0) return undefined
  const id = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

export type ClusterOptions = {
  say?: (text: string) => void
  /** False: the standbys are asynchronous, and a failover loses what they lack. */
  isSynchronous?: boolean
  /** By which Patroni talks to etcd: etcd's v2 API, as shipped, or the one with which Patroni 3.0 loses bets. */
  protocol?: 'etcd' | 'etcd3'
  env?: Record<string, string>
}

/** SIGINT and SIGTERM end the cluster, and then this process. */
export async function startCluster({
  say = () => {},
  isSynchronous = true,
  protocol = 'etcd',
  env = {},
}: ClusterOptions = {}): Promise<Cluster> {
  const missing = missingPackages()
  if (missing) throw new Error(missing)
  say('Building the site …')
  await buildIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'fairhouse-cluster-'))
  chmodSync(folder, 0o755)
  const stops: Array<() => Promise<unknown>> = []
  const end = async () => {
    for (const each of stops.splice(0).toReversed()) await each()
  }
  const stop = async () => {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    await end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  function interrupt(_signal: string, number: number): void {
    say('Stopping …')
    void stop().finally(() => process.exit(128 + number))
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    return await start(folder, stops, stop, { say, isSynchronous, protocol, env })
  } catch (error) {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    await end()
    throw new Error(`${(error as Error).message}; logs are in ${folder}`, { cause: error })
  }
}

async function start(
  folder: string,
  stops: Array<() => Promise<unknown>>,
  stop: () => Promise<void>,
  { say, isSynchronous, protocol, env }: Required<ClusterOptions>,
): Promise<Cluster> {
  const numbers = [1, 2, 3]
  const user = postgresUser()
  const secretOf = () => randomBytes(24).toString('hex')
  const [superuser, replicator, owner, secret, sandboxSecret] = numbers.concat(4, 5).map(secretOf) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const ports = await freePorts(20)
  const three = () => ports.splice(0, 3) as [number, number, number]
  const [etcdPorts, peerPorts, restPorts, postgresPorts, nodePorts] = [three(), three(), three(), three(), three()]
  const [sitePort, databasePort, redisPort, storePort, sandboxPort] = ports as [number, number, number, number, number]
  const local = (port: number) => `127.0.0.1:${port}`
  const siteUrl = `http://localhost:${sitePort}`
  const sandboxUrl = `http://localhost:${sandboxPort}`
  const run = (name: string, command: string, args: string[], more: Partial<Parameters<typeof supervise>[0]> = {}) =>
    supervise({ name, command, args, logFile: join(folder, `${name}.log`), ...more })

  const etcds = numbers.map((number, index) =>
    run(`etcd${number}`, 'etcd', [
      '--enable-v2',
      `--name=etcd${number}`,
      `--data-dir=${join(folder, `etcd${number}`)}`,
      `--listen-client-urls=http://${local(etcdPorts[index]!)}`,
      `--advertise-client-urls=http://${local(etcdPorts[index]!)}`,
      `--listen-peer-urls=http://${local(peerPorts[index]!)}`,
      `--initial-advertise-peer-urls=http://${local(peerPorts[index]!)}`,
      `--initial-cluster=${peerPorts.map((port, at) => `etcd${at + 1}=http://${local(port)}`).join(',')}`,
    ]),
  )
  const settings = join(folder, 'patroni.yml')
  const shipped = readFileSync(join(root, 'deploy/cluster/patroni.yml'), 'utf8')
  writeFileSync(
    settings,
    (isSynchronous ? shipped : shipped.replaceAll(/^(\s+synchronous_mode\w*): true$/gm, '$1: false')).replace(
      /^etcd:$/m,
      `${protocol}:`,
    ),
    { mode: 0o644 },
  )
  const dataOf = (number: number) => join(folder, `postgres${number}`)
  const backup = join(folder, 'backup')
  mkdirSync(backup, { mode: 0o700 })
  if (user) chownSync(backup, user.uid, user.gid)
  copyFileSync(join(root, 'deploy/cluster/pgbackrest.conf'), join(folder, 'pgbackrest.conf'))
  const backupEnvOf = (number: number) => ({
    PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: backup,
    PGBACKREST_LOG_PATH: backup,
    PGBACKREST_LOCK_PATH: join(dataOf(number), 'locks'),
    PGBACKREST_PG1_PATH: join(dataOf(number), 'data'),
    PGBACKREST_PG1_PORT: String(postgresPorts[number - 1]),
  })
  const patronis = numbers.map((number, index) => {
    mkdirSync(dataOf(number), { mode: 0o700 })
    if (user) chownSync(dataOf(number), user.uid, user.gid)
    return run(`patroni${number}`, 'patroni', [settings], {
      user,
      cwd: dataOf(number),
      env: {
        ...backupEnvOf(number),
        HOME: dataOf(number),
        PATRONI_NAME: `postgres${number}`,
        PATRONI_RESTAPI_LISTEN: local(restPorts[index]!),
        PATRONI_RESTAPI_CONNECT_ADDRESS: local(restPorts[index]!),
        PATRONI_POSTGRESQL_LISTEN: local(postgresPorts[index]!),
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: local(postgresPorts[index]!),
        PATRONI_POSTGRESQL_DATA_DIR: join(dataOf(number), 'data'),
        PATRONI_POSTGRESQL_PGPASS: join(dataOf(number), 'pgpass'),
        PATRONI_POSTGRESQL_BIN_DIR: postgresFolder,
        [`PATRONI_${protocol.toUpperCase()}_HOSTS`]: etcdPorts.map(local).join(','),
        PATRONI_SUPERUSER_PASSWORD: superuser,
        PATRONI_REPLICATION_PASSWORD: replicator,
      },
    })
  })
  const proxy = run('haproxy', 'haproxy', ['-db', '-f', join(root, 'deploy/cluster/haproxy.cfg')], {
    env: {
      SITE: local(sitePort),
      DATABASE: local(databasePort),
      ...Object.fromEntries(
        numbers.flatMap((number, index) => [
          [`NODE_${number}`, local(nodePorts[index]!)],
          [`POSTGRES_${number}`, local(postgresPorts[index]!)],
          [`PATRONI_${number}`, String(restPorts[index]!)],
        ]),
      ),
    },
  })
  const redis = run('redis', 'redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', ''])
  const databaseUrl = `postgres://fairhouse:${owner}@${local(databasePort)}/fairhouse`
  const settingsOf = (number: number): Record<string, string> => ({
    NODE_ENV: 'production',
    PORT: String(nodePorts[number - 1]),
    HOST: '127.0.0.1',
    PUBLIC_URL: siteUrl,
    TRUST_PROXY: '1',
    COUNTRY_HEADER: 'off',
    DATA_DIR: join(folder, `node${number}`),
    DATABASE_URL: databaseUrl,
    SECRET: secret,
    REDIS_URL: `redis://${local(redisPort)}`,
    DOCUMENTS_URL: `http://${local(storePort)}/documents`,
    DOCUMENTS_ACCESS_KEY: 'S3RVER',
    DOCUMENTS_SECRET_KEY: 'S3RVER',
    SANDBOX: 'true',
    SANDBOX_PORT: 'off',
    SANDBOX_URL: sandboxUrl,
    SANDBOX_SECRET: sandboxSecret,
    SANDBOX_STUDIO: 'false',
    SANDBOX_CHAIN: 'false',
    DESK_PORT: 'off',
    CONSUMERS: String(number < 3),
    SEED: 'true',
    ...env,
  })
  const nodes = numbers.map((number) =>
    run(`node${number}`, process.execPath, ['scripts/start.mjs'], { cwd: root, env: settingsOf(number) }),
  )
  const begin = (...processes: Supervised[]) => {
    for (const each of processes) {
      stops.push(() => each.stop(each.name.startsWith('node') ? 'SIGINT' : 'SIGTERM'))
      each.start()
    }
  }

  say('Starting etcd, and PostgreSQL under Patroni on three machines …')
  begin(...etcds, redis)
  await until('etcd', async () => (await fetch(`http://${local(etcdPorts[0])}/health`)).ok, 30_000)
  begin(...patronis)
  begin(proxy)
  const machines = numbers.map((number, index): Machine => ({
    name: `machine ${number}`,
    etcd: etcds[index]!,
    patroni: patronis[index]!,
    node: nodes[index]!,
    url: `http://${local(nodePorts[index]!)}`,
    rest: `http://${local(restPorts[index]!)}`,
    backupEnv: { ...backupEnvOf(number), PGPASSWORD: superuser },
  }))
  const primary = async (): Promise<Machine | null> => {
    const answers = await Promise.all(
      machines.map(({ rest }) =>
        fetch(`${rest}/primary`, { signal: AbortSignal.timeout(1_500) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    return machines.find((_machine, index) => answers[index]) ?? null
  }
  const untilReplicated = (members: number) =>
    until(
      `a primary with ${members - 1} standbys`,
      async () => {
        const leader = await primary()
        if (!leader) return false
        // A member that is still rewound or copied counts as running in the list of members.
        const answer = await fetch(`${leader.rest}/patroni`, { signal: AbortSignal.timeout(2_000) })
        const { replication = [] } = (await answer.json()) as {
          replication?: Array<{ application_name: string; state: string; sync_state: string }>
        }
        const isStandby = ({ application_name: name }: { application_name: string }) => /^postgres\d$/.test(name)
        const streaming = replication.filter((each) => isStandby(each) && each.state === 'streaming')
        const hasSync = !isSynchronous || streaming.some(({ sync_state: state }) => state === 'sync')
        return streaming.length >= members - 1 && hasSync
      },
      120_000,
    )
  const untilReachable = () => until('the database behind its proxy', () => isPrimary(databaseUrl), 30_000)
  await untilReplicated(3)
  await until('the database behind its proxy', () => createDatabase(local(databasePort), superuser, owner), 30_000)

  say('Starting the store of documents, the sandbox and three nodes …')
  stops.push(await startStore(storePort, join(folder, 'documents')))
  const sandbox: Sandbox = await createSandbox({
    port: sandboxPort,
    host: '127.0.0.1',
    operatorUrl: siteUrl,
    publicUrl: sandboxUrl,
    secret: sandboxSecret,
    statePath: join(folder, 'sandbox.json'),
    sportsbook: { journalPath: join(folder, 'sandbox-bets.jsonl') },
  })
  stops.push(() => sandbox.close())
  begin(...nodes)
  for (const [index, port] of nodePorts.entries())
    await until(`node ${index + 1}`, async () => (await fetch(`http://${local(port)}/readyz`)).ok, 120_000)
  await until('the proxy', async () => (await fetch(siteUrl)).ok, 30_000)
  return {
    siteUrl,
    sandboxUrl,
    databaseUrl,
    secret,
    folder,
    machines,
    shared: [proxy, redis],
    nodeSettings: async (more) => ({
      ...settingsOf(3),
      PORT: String(await freePort()),
      DATA_DIR: mkdtempSync(join(folder, 'node-')),
      ...more,
    }),
    table: [
      ['The site, behind the proxy', siteUrl],
      ['Sandbox inbox', `${sandboxUrl}/inbox`],
      ['Database, behind the proxy', local(databasePort)],
      ...machines.map(({ name, rest }, index): [string, string] => [
        name,
        `node ${local(nodePorts[index]!)}, PostgreSQL ${local(postgresPorts[index]!)}, Patroni ${rest}/cluster`,
      ]),
      ['Logs and data, removed at the end', folder],
    ],
    primary,
    postgresPids: (machine) => postgresPidsIn(join(dataOf(machines.indexOf(machine) + 1), 'data')),
    untilReachable,
    async untilReplicated(members) {
      await untilReplicated(members)
      await untilReachable()
    },
    stop,
  }
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

/** Throws with what was waited for if it is not reached in time. */
export async function until(what: string, isReached: () => Promise<boolean>, limitMs: number): Promise<void> {
  let last: unknown = null
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(300)) {
    try {
      if (await isReached()) return
    } catch (error) {
      last = error
    }
  }
  const reason = last instanceof Error ? `: ${last.message}` : ''
  throw new Error(`${what} did not come up within ${limitMs / 1000} s${reason}`)
}

async function createDatabase(address: string, superuser: string, owner: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: `postgres://postgres:${superuser}@${address}/postgres` })
  await client.connect()
  try {
    await client.query(`CREATE ROLE fairhouse LOGIN CREATEROLE PASSWORD ${pg.escapeLiteral(owner)}`)
    await client.query('CREATE DATABASE fairhouse OWNER fairhouse')
    return true
  } finally {
    await client.end()
  }
}

async function isPrimary(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3_000, query_timeout: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"')
    return !rows[0]!.isStandby
  } finally {
    await client.end().catch(() => {})
  }
}

/** For the demonstration only. Returns how to close it. */
async function startStore(port: number, directory: string): Promise<() => Promise<unknown>> {
  const { default: S3rver } = await import('s3rver')
  const store = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'documents', configs: [] }],
  })
  await store.run()
  return () => store.close()
}

/** The postmaster and its children. */
function postgresPidsIn(dataFolder: string): number[] {
  let postmaster: string
  try {
    postmaster = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]!
  } catch {
    return []
  }
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', postmaster], { encoding: 'utf8' })
  return [postmaster, ...stdout.split('\n')].map(Number).filter((pid) => pid > 0)
}
