/** What is done to a cluster while bets are placed. */
import { appendFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { copyCheckout } from '#scripts/copy-checkout.ts'
import type { Bettor } from './bets.ts'
import { type Cluster, type Machine, until } from './cluster.ts'
import { visitPages } from './visits.ts'

export type Step = {
  name: string
  /** No bet may fail, not even one that is repeated. */
  isSilent?: boolean
  /** Called before bets are placed: what takes the time of this process would delay them. */
  prepare?(): void
  /** Resolves to what is wrong apart from the bets. */
  act(cluster: Cluster, bettors: Bettor[]): Promise<string[]>
}

const root = join(import.meta.dirname, '../..')
export const pausedMs = 20_000

export const kill = (pids: number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ESRCH') throw error
    }
  }
}

export async function primaryOf(cluster: Cluster): Promise<Machine> {
  const machine = await cluster.primary()
  if (!machine) throw new Error('the cluster has no primary')
  return machine
}

const databasePids = (cluster: Cluster, machine: Machine): number[] =>
  [machine.patroni.pid(), ...cluster.postgresPids(machine)].filter((pid) => pid !== null)

export async function killDatabase(cluster: Cluster, machine: Machine): Promise<void> {
  const pids = databasePids(cluster, machine)
  const stopped = machine.patroni.stop('SIGKILL')
  kill(pids, 'SIGKILL')
  await stopped
}

export async function pausePrimary(cluster: Cluster): Promise<void> {
  const pids = databasePids(cluster, await primaryOf(cluster))
  kill(pids, 'SIGSTOP')
  await sleep(pausedMs)
  kill(pids, 'SIGCONT')
}

async function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status,
    () => 0,
  )
}

/** What `path` should answer on each node within the time. */
async function untilEach({ machines }: Cluster, path: string, expected: number, limitMs: number): Promise<string[]> {
  const late = await Promise.all(
    machines.map(async ({ name, url }) => {
      let status = 0
      for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(300)) {
        status = await statusOf(url + path)
        if (status === expected) return null
      }
      return `${path} of the node of ${name} answers ${status}, not ${expected}`
    }),
  )
  return late.filter((fault) => fault !== null)
}

/** This checkout and a copy of it with another script, by turns. */
let builds: string[] = []
function buildNext(): void {
  if (builds.length > 0) return
  const copy = join(root, '.cache/next-build')
  copyCheckout(copy)
  appendFileSync(join(copy, 'web/entry-client.tsx'), "\ndispatchEvent(new Event('next-build'))\n")
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: copy, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the next build failed: ${stderr.slice(-500)}`)
  builds = [root, copy]
}

const deploy: Step = {
  name: 'another build is deployed on one node after another',
  isSilent: true,
  prepare: buildNext,
  async act(cluster) {
    const visits = visitPages(cluster)
    await sleep(2_000)
    builds = builds.toReversed()
    const folder = builds[0]!
    for (const { node, url } of cluster.machines) {
      await node.stop('SIGTERM')
      node.start(folder)
      await until(`the node at ${url}`, async () => (await statusOf(`${url}/readyz`)) === 200, 90_000)
      // The proxy takes it after two checks.
      await sleep(3_000)
    }
    const { pages, files, failures } = await visits.stop()
    const kinds = [...new Set(failures)].slice(0, 5).join(', ')
    return [
      ...(failures.length > 0 ? [`of ${pages} pages and ${files} files ${failures.length} failed: ${kinds}`] : []),
      ...(pages < 20 ? [`only ${pages} pages were opened`] : []),
    ]
  },
}

export const killNode: Step = {
  name: 'a node is killed, and another one 5 s later',
  async act({ machines }) {
    for (const { node } of machines.slice(0, 2)) {
      kill([node.pid()!], 'SIGKILL')
      await sleep(5_000)
    }
    return []
  },
}

export const killPrimary: Step = {
  name: 'the primary is killed',
  async act(cluster) {
    const machine = await primaryOf(cluster)
    await killDatabase(cluster, machine)
    await cluster.untilReplicated(2)
    machine.patroni.start()
    return []
  },
}

const killMachine: Step = {
  name: 'the machine of the primary is killed: etcd, PostgreSQL, node',
  async act(cluster) {
    const machine = await primaryOf(cluster)
    await Promise.all([killDatabase(cluster, machine), machine.node.stop('SIGKILL'), machine.etcd.stop('SIGKILL')])
    await cluster.untilReplicated(2)
    await sleep(3_000)
    machine.etcd.start()
    machine.patroni.start()
    machine.node.start()
    return []
  },
}

const pause: Step = {
  name: `the primary is paused for ${pausedMs / 1000} s and continues`,
  async act(cluster) {
    await pausePrimary(cluster)
    return []
  },
}

const loseStandbys: Step = {
  name: 'one standby is lost, then both: commits wait, and nodes say so',
  async act(cluster) {
    const primary = await primaryOf(cluster)
    const [first, second] = cluster.machines.filter((machine) => machine !== primary)
    await killDatabase(cluster, first!)
    const alone = await untilEach(cluster, '/readyz', 200, 15_000)
    await killDatabase(cluster, second!)
    const faults = [
      ...alone,
      ...(await untilEach(cluster, '/readyz', 503, 15_000)),
      ...(await untilEach(cluster, '/healthz', 200, 2_000)),
    ]
    first!.patroni.start()
    second!.patroni.start()
    await cluster.untilReplicated(2)
    return [...faults, ...(await untilEach(cluster, '/readyz', 200, 30_000))]
  },
}

const readers = 60
const lockedMs = 8_000
const lockTable: Step = {
  name: `a table is locked for ${lockedMs / 1000} s, with ${readers} readers of it`,
  isSilent: true,
  async act(cluster, bettors) {
    const client = new pg.Client({ connectionString: cluster.databaseUrl })
    await client.connect()
    try {
      await client.query('BEGIN; LOCK TABLE verification.documents')
      const { token } = bettors[0]!
      const reading = Array.from({ length: readers }, () =>
        fetch(`${cluster.siteUrl}/api/player/documents`, { headers: { authorization: `Bearer ${token}` } }).catch(
          () => undefined,
        ),
      )
      await sleep(lockedMs)
      const faults = [
        ...(await untilEach(cluster, '/healthz', 200, 2_000)),
        ...(await untilEach(cluster, '/readyz', 200, 2_000)),
      ]
      await client.query('ROLLBACK')
      await Promise.all(reading)
      return faults
    } finally {
      await client.end()
    }
  },
}

export const steps: Step[] = [deploy, killNode, killPrimary, killMachine, pause, loseStandbys, lockTable]
