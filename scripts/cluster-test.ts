/**
 * `npm run test:cluster [-- rounds]`: kills and stops parts of a cluster while 100 bets a second are placed through its
 * proxy, and compares every acknowledged bet with the ledger. A counter-proof with asynchronous standbys must lose bets:
 * otherwise the kills would show nothing. STEP=paused runs only the steps whose names contain that, BETS=20 places fewer.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bettor, faultsOf, type Load, openBettors, placeBets } from './cluster/bets.ts'
import { type Cluster, type Machine, startCluster } from './cluster/cluster.ts'

const rounds = Number(process.argv[2] ?? 1)
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('npm run test:cluster [-- rounds]: the number of rounds must be a positive whole number.')
  process.exit(1)
}
const perSecond = Number(process.env.BETS ?? 100)
const bettorCount = 8
const pausedMs = 20_000
/** All bets come from one address. */
const env = { RATE_LIMIT_PER_MINUTE: '0', SEED: 'false' }
const failures: string[] = []

const kill = (pids: number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ESRCH') throw error
    }
  }
}
const pidsOf = (cluster: Cluster, machine: Machine): number[] =>
  [machine.patroni.pid(), ...cluster.postgresPids(machine)].filter((pid) => pid !== null)

async function primaryOf(cluster: Cluster): Promise<Machine> {
  const machine = await cluster.primary()
  if (!machine) throw new Error('the cluster has no primary')
  return machine
}

async function killDatabase(cluster: Cluster, machine: Machine): Promise<void> {
  const pids = pidsOf(cluster, machine)
  const stopped = machine.patroni.stop('SIGKILL')
  kill(pids, 'SIGKILL')
  await stopped
}

type Step = {
  name: string
  /** No call may fail, not even one that is repeated. */
  isSilent?: boolean
  act(cluster: Cluster): Promise<void>
}
const steps: Step[] = [
  {
    name: 'SIGTERM to each node in turn, a rolling restart',
    isSilent: true,
    async act({ machines, siteUrl }) {
      for (const { node } of machines) {
        await node.stop('SIGTERM')
        node.start()
        await sleep(20_000)
      }
      if (!(await fetch(siteUrl)).ok) throw new Error('the site does not answer')
    },
  },
  {
    name: 'a node is killed, and another one 5 s later',
    async act({ machines }) {
      for (const { node } of machines.slice(0, 2)) {
        kill([node.pid()!], 'SIGKILL')
        await sleep(5_000)
      }
    },
  },
  {
    name: 'the machine of the primary is killed: etcd, PostgreSQL, node',
    async act(cluster) {
      const machine = await primaryOf(cluster)
      await Promise.all([killDatabase(cluster, machine), machine.node.stop('SIGKILL'), machine.etcd.stop('SIGKILL')])
      await cluster.untilReplicated(2)
      await sleep(3_000)
      machine.etcd.start()
      machine.patroni.start()
      machine.node.start()
    },
  },
  {
    name: `the primary is paused for ${pausedMs / 1000} s and continues`,
    async act(cluster) {
      const machine = await primaryOf(cluster)
      const pids = pidsOf(cluster, machine)
      kill(pids, 'SIGSTOP')
      await sleep(pausedMs)
      kill(pids, 'SIGCONT')
    },
  },
]

async function run(cluster: Cluster, bettors: Bettor[], loads: Load[], { name, isSilent, act }: Step): Promise<void> {
  await cluster.untilReplicated(3)
  const load = placeBets(cluster, bettors, perSecond)
  loads.push(load)
  await sleep(2_000)
  const problem = await act(cluster).then(
    () => null,
    (error: Error) => error,
  )
  await sleep(3_000)
  const figures = await load.stop()
  if (problem) throw problem
  const faults = await faultsOf(cluster, loads, bettors)
  if (isSilent && figures.repeated > 0) faults.push(`${figures.repeated} calls failed`)
  report(
    name,
    `${figures.acknowledged} bets, ${figures.repeated} repeated, longest pause ${(figures.longestPauseMs / 1000).toFixed(1)} s`,
    faults,
  )
  if (load.failures.size > 0)
    console.log(`    ${[...load.failures].map(([answer, count]) => `${count} times ${answer}`).join('; ')}`)
}

function report(name: string, figures: string, faults: string[]): void {
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}: ${[figures, ...faults].join('; ')}`)
  if (faults.length > 0) failures.push(name)
}

const counterProof = 'counter-proof: asynchronous standbys that lag must lose bets'

/** Both standbys receive nothing for three seconds, and the primary is lost. */
async function loseBets(): Promise<void> {
  const cluster = await startCluster({ isSynchronous: false, env })
  try {
    const bettors = await openBettors(cluster, bettorCount)
    const primary = await primaryOf(cluster)
    const standbys = cluster.machines.filter((machine) => machine !== primary)
    const receivers = standbys.flatMap((machine) => cluster.postgresPids(machine)).filter(isReceiver)
    kill(receivers, 'SIGSTOP')
    // Fewer bytes than the lag with which Patroni still promotes a standby.
    const load = placeBets(cluster, bettors, 20)
    await sleep(3_000)
    await load.stop()
    await killDatabase(cluster, primary)
    // What the primary had sent is in the buffers of these processes.
    kill(receivers, 'SIGKILL')
    await cluster.untilReplicated(2)
    const faults = await faultsOf(cluster, [load], bettors)
    const isLost = faults.some((fault) => fault.endsWith('are lost'))
    report(
      counterProof,
      `${load.acknowledged.size} bets, ${receivers.length} receivers stopped; ${faults.join(', ')}`,
      isLost ? [] : ['no bet was lost'],
    )
    const startedAt = performance.now()
    const hasNoticed = ({ node }: Machine) => readFileSync(node.logFile, 'utf8').includes('gone back in time')
    while (!cluster.machines.every(hasNoticed) && performance.now() - startedAt < 60_000) await sleep(500)
    const noticed = cluster.machines.filter(hasNoticed).length
    const after = placeBets(cluster, bettors, 20)
    await sleep(2_000)
    const { acknowledged } = await after.stop()
    report(
      'after it each node starts anew, and bets go on',
      `${noticed} of 3 nodes noticed after ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ${acknowledged} bets`,
      noticed === 3 && acknowledged > 0 ? [] : ['not all nodes noticed'],
    )
  } finally {
    await cluster.stop()
  }
}

const isReceiver = (pid: number): boolean =>
  spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes('walreceiver')

async function keepBets(chosen: Step[]): Promise<void> {
  const cluster = await startCluster({ say: console.log, env })
  try {
    const bettors = await openBettors(cluster, bettorCount)
    const loads: Load[] = []
    for (let round = 1; round <= rounds; round++) for (const step of chosen) await run(cluster, bettors, loads, step)
  } finally {
    await cluster.stop()
  }
}

const isChosen = (name: string): boolean => name.includes(process.env.STEP ?? '')
try {
  const chosen = steps.filter(({ name }) => isChosen(name))
  if (chosen.length > 0) await keepBets(chosen)
  if (isChosen(counterProof)) await loseBets()
} catch (error) {
  console.error(`The test could not be carried out. ${(error as Error).message}`)
  process.exit(1)
}
if (failures.length > 0) console.error(`Failed: ${failures.join('; ')}`)
process.exit(failures.length > 0 ? 1 : 0)
