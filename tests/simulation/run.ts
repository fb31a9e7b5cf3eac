/** Runs the simulation once: the same seed gives the same trace. */
import { Crash } from './crashes.ts'
import { checkAtRest, checkCheaply, checkInvariants, quiesce } from './checks.ts'
import * as cashier from './cashier.ts'
import * as play from './play.ts'
import { type Random, seeded } from './random.ts'
import type { Deps } from '#server/deps.ts'
import { createPlayer, openWorld, type SimPlayer, type World } from './world.ts'

export type Run = { seed: string; steps: number; sabotage?: (deps: Deps) => Deps }
export class SimulationFailed extends Error {
  readonly trace: string[]
  constructor(seed: string, trace: string[], cause: Error) {
    super(`SEED=${seed} npm run test:simulation replays this: ${cause.message}\n${trace.slice(-25).join('\n')}`, {
      cause,
    })
    this.trace = trace
  }
}

type Act = (world: World, player: SimPlayer, random: Random) => Promise<string>
/** Each act is chosen in proportion to its weight. */
const acts: Array<[number, Act]> = [
  [30, play.bet],
  [18, play.win],
  [6, play.undo],
  [10, cashier.deposit],
  [14, cashier.withdraw],
  [3, cashier.decline],
  [4, cashier.startOrCancelBonus],
  [1, cashier.limit],
  [14, (world, _player, random) => cashier.partnerActs(world, random)],
  [10, (world, _player, random) => cashier.deliverNotice(world, random)],
  [14, (world, _player, random) => cashier.work(world, random)],
  [3, (world, _player, random) => cashier.operatorDecides(world, random)],
  [3, askAgain],
  [3, wait],
]
const weights = acts.reduce((sum, [weight]) => sum + weight, 0)
/** What may happen while the site waits for its partner. */
const meantime: Act[] = [
  cashier.decline,
  (world, _player, random) => cashier.partnerActs(world, random),
  (world, _player, random) => cashier.deliverNotice(world, random),
  play.bet,
]

export function choose(random: Random): Act {
  let place = random.int(weights)
  for (const [weight, act] of acts) {
    if (place < weight) return act
    place -= weight
  }
  throw new Error('no act has that place')
}

async function askAgain(world: World, _player: SimPlayer, random: Random): Promise<string> {
  if (world.again.length === 0) return 'nothing to ask again'
  const [once] = world.again.splice(random.int(world.again.length), 1)
  return `again: ${await once!()}`
}

async function wait(world: World, _player: SimPlayer, random: Random): Promise<string> {
  const ms = random.pick([1_000, 20_000, 20_000, 60_000, 600_000, 3_600_000, 86_400_000])
  world.forward(ms)
  return `${ms / 1000} s pass`
}

/** Runs a simulation; `kinds` are those of the movements that occurred. */
export async function simulate({ seed, steps, sabotage }: Run): Promise<{ trace: string[]; kinds: string[] }> {
  const random = seeded(seed)
  const trace: string[] = []
  let depth = 0
  const meanwhile = async (world: World): Promise<void> => {
    if (depth > 0 || world.players.length === 0) return
    depth++
    await attempt(world, random.pick(meantime), random, (line) => trace.push(`  meanwhile: ${line}`))
    depth--
  }
  const world = await openWorld({
    random,
    faults: 0.12,
    crashes: 0.04,
    connections: 1,
    meanwhile,
    onCrash: (where) => trace.push(`  crash ${where}`),
    ...(sabotage ? { sabotage } : {}),
  })
  try {
    for (let step = 0; step < steps; step++) {
      if (world.players.length < 2 || (world.players.length < 4 && random.chance(0.03)))
        trace.push(`${step} a player: ${(await createPlayer(world, random)).id}`)
      await attempt(world, choose(random), random, (line) => trace.push(`${step} ${line}`))
      await checkCheaply(world)
      if (step % 50 === 49) await checkInvariants(world)
    }
    await quiesce(world, random)
    await checkAtRest(world)
    const { rows } = await world.db.pool.query<{ kind: string }>(
      'SELECT DISTINCT kind FROM ledger.movements ORDER BY 1',
    )
    return { trace: [...trace, await summary(world)], kinds: rows.map(({ kind }) => kind) }
  } catch (error) {
    throw new SimulationFailed(seed, trace, error as Error)
  } finally {
    await world.close()
  }
}

/** A crash ends the step only; any other error is a finding. */
async function attempt(world: World, act: Act, random: Random, note: (line: string) => void): Promise<void> {
  const player = random.pick(world.players)
  try {
    note(await act(world, player, random))
  } catch (error) {
    if (!(error instanceof Crash)) throw error
    note('no answer')
  }
}

async function summary({ db, players }: World): Promise<string> {
  const { rows: accounts } = await db.pool.query(
    'SELECT cash, bonus, held FROM wallet.accounts WHERE player_id = ANY ($1) ORDER BY player_id, currency',
    [players.map(({ id }) => id)],
  )
  const { rows: invoices } = await db.pool.query(
    'SELECT type, status, stage, flag, count(*) FROM payments.invoices GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4',
  )
  return JSON.stringify([accounts, invoices], (_key, value) => (typeof value === 'bigint' ? String(value) : value))
}
