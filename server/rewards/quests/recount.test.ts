/** Random play under quests, counted again from the ledger by other code: every task is equal. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest, sampled } from '#tests/setup/length.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { operator } from '#tests/setup/operator.ts'
import { play } from '#tests/money/wallets.ts'
import { replayConsumer } from '#server/kernel/facts/administer.ts'
import { ratesAt } from '../../reference/rates.ts'
import { consumers } from './consumers.ts'
import { questKind } from './quest-kind.ts'
import { routes } from './module.ts'

let app: Cashier
beforeAll(async () => {
  app = await cashier({ alsoRoutes: routes })
})
afterAll(() => app.close())

const words = { name: { en: 'A quest' }, description: { en: 'For a test' } }
const rest = { ...words, days: 7, rewards: [{ kind: 'points', points: 1 }], claim: 'player' }
const repeat = { everyDays: 1, max: 50 }
const quests: Record<string, unknown> = {
  free: {
    ...rest,
    order: 'free',
    repeat,
    tasks: [
      { kind: 'stake', amount: { base: '200' } },
      { kind: 'rounds', count: 60, minStake: { base: '1' } },
      { kind: 'games', count: 5 },
      { kind: 'multiplier', atLeast: 2, count: 20, games: ['dice', 'tidepool'] },
    ],
  },
  sequence: {
    ...rest,
    order: 'sequence',
    repeat,
    tasks: [
      { kind: 'rounds', count: 4 },
      { kind: 'deposit', amount: { base: '10' } },
      { kind: 'stake', amount: { base: '5' }, games: ['dice'] },
      { kind: 'rounds', count: 50 },
    ],
  },
}
const games = ['dice', 'tidepool', 'ember-forge', 'glacier-fox']

/** Repeatable: the seed is the test's only source of chance. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}

// Shows: invariant 13
longTest.each(sampled([1, 2], 1))(
  'seed %i: progress equals a recount of the ledger, live and after a replay',
  async (seed) => {
    const below = chance(seed)
    for (const [name, data] of Object.entries(quests)) await define(`${name}-${seed}`, data)
    const players: TestPlayer[] = []
    for (let each = 0; each < 3; each++) {
      const player = await app.player({ currencies: ['EUR', 'USD'] })
      await player.fund('EUR', 1_000_000n)
      await player.fund('USD', 1_000_000n)
      players.push(player)
    }
    for (let step = 0; step < 220; step++) {
      const player = players[below(players.length)]!
      const dice = below(100)
      if (dice < 6) await catchUp(app.deps)
      else if (dice < 14)
        await player.call('PUT', `/api/retention/quests/${below(2) ? 'free' : 'sequence'}-${seed}/activate`)
      else if (dice < 16) await cancelOne(player)
      else if (dice < 20) await player.fund(below(2) ? 'EUR' : 'USD', BigInt(100 + below(900)))
      else await round(player, below)
    }
    await catchUp(app.deps)
    const live = await differences(players)
    expect(live.wrong).toEqual([])
    expect(live.compared).toBeGreaterThan(10)
    const acting = { db: app.deps.db, clock: app.deps.clock, actor: operator }
    await replayConsumer(acting, consumers[0] as never, { isPartial: false })
    await catchUp(app.deps)
    expect((await differences(players)).wrong).toEqual([])
  },
)

const define = (identity: string, data: unknown) => putInForce(app.deps, questKind, identity, data)

async function cancelOne(player: TestPlayer): Promise<void> {
  const { body } = await player.call('GET', '/api/retention/player-quests')
  const active = body.find(({ state }: Loose) => state === 2)
  if (active) await player.call('PUT', `/api/retention/player-quests/${active.id}/cancel`)
}

async function round(player: TestPlayer, below: (n: number) => number): Promise<void> {
  const currency = below(3) ? 'EUR' : 'USD'
  const stake = 20 + below(400)
  const key = randomUUID()
  const part = { player: player.id, roundId: randomUUID(), gameId: games[below(games.length)]! }
  const post = (made: ReturnType<typeof play>) =>
    app.deps.ledger.post({
      ...made,
      transfers: made.transfers.map((each) => ({
        ...each,
        from: each.from.replace(/EUR$/, currency),
        to: each.to.replace(/EUR$/, currency),
      })),
      round: { ...made.round!, currency },
    })
  await post(play({ ...part, kind: 'bet', amount: stake, key }))
  const end = below(10)
  if (end === 0) await post(play({ ...part, kind: 'rollback', amount: stake, betKey: key }))
  else if (end > 1) await post(play({ ...part, kind: 'win', amount: below(3) * stake, isFinished: true }))
}

type Happened = { game: string | null; currency: string; amount: number; won: number }

async function differences(players: TestPlayer[]): Promise<{ wrong: unknown[]; compared: number }> {
  const rates = await ratesAt(app.deps.db.kysely, new Date())
  const wrong: unknown[] = []
  let compared = 0
  for (const { id } of players) {
    const { rows } = await app.asOwner('SELECT * FROM rewards.player_quests WHERE player_id = $1 AND state IN (2, 3)', [
      id,
    ])
    for (const quest of rows) {
      const tasks = await app.asOwner(
        'SELECT progress::text AS progress FROM rewards.player_quest_tasks WHERE player_quest_id = $1 ORDER BY position',
        [quest.id],
      )
      const happened = await since(id, quest)
      const counted = recount(quests[quest.identity.split('-')[0]] as Loose, happened, rates.USD!)
      tasks.rows.forEach(({ progress }, position) => {
        compared++
        // Each exchanged amount is cut after the sixth place.
        const gap = Math.abs(Number(progress) - counted[position]! * 1_000_000)
        if (gap > happened.length) wrong.push({ quest: quest.identity, position, progress, counted: counted[position] })
      })
    }
  }
  return { wrong, compared }
}

async function since(player: string, quest: Loose): Promise<Happened[]> {
  const { rows } = await app.asOwner(
    `SELECT movement.id, NULL AS game, account.currency, entry.amount::float8 AS amount, 0 AS won
       FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id
       JOIN ledger.accounts AS account ON account.id = entry.account_id
       WHERE movement.kind = 'deposit' AND account.player_id = $1 AND movement.id > $2 AND movement.created_at > $3
     UNION ALL
     SELECT movement.id, round.game_id, round.currency, round.stake::float8, round.won::float8
       FROM games.rounds AS round JOIN ledger.movements AS movement ON movement.id = round.last_movement_id
       WHERE round.status = 'settled' AND round.player_id = $1 AND movement.id > $2 AND movement.created_at > $3
     ORDER BY 1`,
    [player, quest.after_movement, quest.begun_at],
  )
  return rows
}

/** Progress of each task; written from the rules of a quest, not from the code that counts. */
function recount({ tasks, order }: Loose, happened: Happened[], dollars: number): number[] {
  const targets: number[] = tasks.map((task: Loose) => (task.amount ? Number(task.amount.base) * 100 : task.count))
  const counted: number[] = targets.map(() => 0)
  const played = targets.map(() => new Set<string>())
  for (const { game, currency, amount, won } of happened) {
    const euros = currency === 'EUR' ? amount : amount / dollars
    const open = counted.findIndex((each, index) => each < targets[index]!)
    tasks.forEach((task: Loose, index: number) => {
      if (order === 'sequence' && index !== open) return
      if ((task.kind === 'deposit') !== (game === null)) return
      if (task.games && !task.games.includes(game)) return
      if (task.minStake && euros < 100) return
      let by = 0
      if (task.kind === 'stake' || task.kind === 'deposit') by = euros
      if (task.kind === 'rounds') by = 1
      if (task.kind === 'multiplier' && won >= task.atLeast * amount) by = 1
      if (task.kind === 'games' && !played[index]!.has(game!)) by = 1
      if (game) played[index]!.add(game)
      counted[index] = Math.min(targets[index]!, counted[index]! + by)
    })
  }
  return counted
}
