/**
 * `npm run test:cluster [-- rounds]`: kills and stops parts of a cluster while 100 bets a second are placed through its
 * proxy, and compares every acknowledged bet with the ledger, and a balance that is pushed to an open page. Prints the
 * median and the 95th percentile of the gaps in service. Two counter-proofs, asynchronous standbys and etcd's v3 API, must
 * lose bets: otherwise the kills would show nothing. STEP=paused runs only what has that in its name, BETS=20 places fewer.
 * `-- short`, a part of `npm run verify`, kills a node and the primary once; only in CI it fails where a package is missing.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bettor, balanceOf, faultsOf, type Load, openBettors, placeBets } from './cluster/bets.ts'
import { checks, documents } from './cluster/checks.ts'
import { type Cluster, type Machine, missingPackages, startCluster } from './cluster/cluster.ts'
import {
  kill,
  killDatabase,
  killNode,
  killPrimary,
  pausePrimary,
  primaryOf,
  type Step,
  steps,
} from './cluster/steps.ts'
import { renewToken, watchBalance } from './cluster/visits.ts'

const isShort = process.argv[2] === 'short'
const rounds = isShort ? 1 : Number(process.argv[2] ?? 1)
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('npm run test:cluster [-- rounds | short]: the number of rounds must be a positive whole number.')
  process.exit(1)
}
const missing = missingPackages()
if (missing) {
  console.error(`${isShort && !process.env.CI ? 'Left out' : 'The test could not be carried out'}. ${missing}`)
  process.exit(isShort && !process.env.CI ? 0 : 1)
}
const perSecond = Number(process.env.BETS ?? 100)
const bettorCount = 8
/** All bets come from one address. */
const env = { RATE_LIMIT_PER_MINUTE: '0', SEED: 'false' }
const failures: string[] = []
/** Step -> the longest time without an acknowledged bet in each round. */
const gaps = new Map<string, number[]>()

async function run(
  cluster: Cluster,
  bettors: Bettor[],
  loads: Load[],
  { name, isSilent, prepare, act }: Step,
): Promise<void> {
  prepare?.()
  await cluster.untilReplicated(3)
  const page = watchBalance(cluster, bettors[0]!)
  const load = placeBets(cluster, bettors, perSecond)
  loads.push(load)
  await sleep(2_000)
  const outcome = await act(cluster, bettors).catch((error: Error) => error)
  await sleep(3_000)
  const figures = await load.stop()
  if (outcome instanceof Error) throw outcome
  const faults = [...outcome, ...(await faultsOf(cluster, loads, bettors))]
  if (isSilent && figures.repeated > 0) faults.push(`${figures.repeated} calls failed`)
  const difference = await page.shows(balanceOf(loads, bettors[0]!))
  page.close()
  if (difference) faults.push(difference)
  gaps.set(name, [...(gaps.get(name) ?? []), figures.longestPauseMs])
  report(
    name,
    `${figures.acknowledged} bets, ${figures.repeated} repeated, longest pause ${seconds(figures.longestPauseMs)}, page connected ${page.connections()} times`,
    faults,
  )
  if (load.failures.size > 0)
    console.log(`    ${[...load.failures].map(([answer, count]) => `${count} times ${answer}`).join('; ')}`)
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

function report(name: string, figures: string, faults: string[]): void {
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}: ${[figures, ...faults].join('; ')}`)
  if (faults.length > 0) failures.push(name)
}

function reportGaps(): void {
  for (const [name, all] of gaps) {
    const sorted = all.toSorted((a, b) => a - b)
    const at = (share: number) => seconds(sorted[Math.ceil(share * sorted.length) - 1]!)
    console.log(`gap    ${name}: median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)} of ${all.length}`)
  }
}

const asynchronous = 'counter-proof: asynchronous standbys that lag must lose bets'

/** Both standbys receive nothing for three seconds, and the primary is lost. */
async function loseByLag(): Promise<void> {
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
    report(
      asynchronous,
      `${load.acknowledged.size} bets, ${receivers.length} receivers stopped; ${faults.join(', ')}`,
      faults.some(isLoss) ? [] : ['no bet was lost'],
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
      `${noticed} of 3 nodes noticed after ${seconds(performance.now() - startedAt)}, ${acknowledged} bets`,
      noticed === 3 && acknowledged > 0 ? [] : ['not all nodes noticed'],
    )
  } finally {
    await cluster.stop()
  }
}

const isLoss = (fault: string): boolean => fault.endsWith('are lost')
const isReceiver = (pid: number): boolean =>
  spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes('walreceiver')

const protocol3 = "counter-proof: with etcd's v3 API, a paused primary that continues must lose bets"
/** Five of eight rounds lose bets. */
const mostRounds = 10

async function loseByProtocol(): Promise<void> {
  const cluster = await startCluster({ protocol: 'etcd3', env })
  try {
    const bettors = await openBettors(cluster, bettorCount)
    const loads: Load[] = []
    for (let round = 1; round <= mostRounds; round++) {
      await cluster.untilReplicated(3)
      const load = placeBets(cluster, bettors, perSecond)
      loads.push(load)
      await sleep(2_000)
      await pausePrimary(cluster)
      await sleep(3_000)
      // After a loss Patroni assigns no standby any more, so that bets are never accepted.
      await load.stop().catch(() => undefined)
      await cluster.untilReachable()
      const faults = await faultsOf(cluster, loads, bettors)
      if (faults.some(isLoss)) return report(protocol3, `in round ${round} ${faults.join(', ')}`, [])
    }
    report(protocol3, `${mostRounds} rounds`, ['no bet was lost'])
  } finally {
    await cluster.stop()
  }
}

async function keepBets(chosen: Step[], checked: typeof checks): Promise<void> {
  const cluster = await startCluster({ say: console.log, env })
  try {
    const bettors = await openBettors(cluster, bettorCount)
    const loads: Load[] = []
    for (let round = 1; round <= rounds; round++) for (const step of chosen) await run(cluster, bettors, loads, step)
    // Last, because their bets are in no load.
    if (checked.length > 0) {
      await cluster.untilReplicated(3)
      await renewToken(cluster, bettors[0]!)
    }
    for (const { name, faults } of checked) {
      const figures: string[] = []
      const found = await faults(cluster, bettors, (figure) => void figures.push(figure))
      report(name, figures.join(', ') || 'checked', found)
    }
  } finally {
    await cluster.stop()
  }
}

const inShort: Array<Step | (typeof checks)[number]> = [killNode, killPrimary, documents]
const isChosen = (name: string): boolean =>
  isShort ? inShort.some((each) => each.name === name) : name.includes(process.env.STEP ?? '')
try {
  const chosen = steps.filter(({ name }) => isChosen(name))
  const checked = checks.filter(({ name }) => isChosen(name))
  if (chosen.length + checked.length > 0) await keepBets(chosen, checked)
  reportGaps()
  if (isChosen(asynchronous)) await loseByLag()
  if (isChosen(protocol3)) await loseByProtocol()
} catch (error) {
  reportGaps()
  const { message, cause } = error as Error
  console.error(`The test could not be carried out. ${[message, cause].filter(Boolean).join(': ')}`)
  process.exit(1)
}
if (failures.length > 0) console.error(`Failed: ${failures.join('; ')}`)
process.exit(failures.length > 0 ? 1 : 0)
