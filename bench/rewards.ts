/**
 * Rewards beside play: how fast each consumer counts settled rounds against the rate at which the ledger posts them, its
 * lag, what posting loses by it, an overload that lasts, and a leaderboard of 100,000 players. Parts by their names:
 * `PARTS=lag,leaderboard npm run bench rewards`.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subunits } from '#contract/money.ts'
import { connect, type Database } from '#server/kernel/db/connect.ts'
import { startEmbedded } from '#server/kernel/db/embedded.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import type { Ctx, Deps } from '#server/deps.ts'
import { listConsumers } from '#server/kernel/facts/administer.ts'
import type { Consumer } from '#server/kernel/facts/consumer.ts'
import { type Consumers, createConsumers } from '#server/kernel/facts/run-consumers.ts'
import { createLedger, type Ledger, type Movement } from '#server/ledger/ledger.ts'
import { consumers as cashback } from '#server/rewards/cashback/consumers.ts'
import { cashbackKind } from '#server/rewards/cashback/kind.ts'
import { consumers as rakeback } from '#server/rewards/rakeback/consumers.ts'
import { rakebackKind } from '#server/rewards/rakeback/kind.ts'
import { seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { consumers as loyalty } from '#server/rewards/loyalty/consumers.ts'
import { levels } from '#server/rewards/loyalty/ladder.ts'
import { consumers as quests } from '#server/rewards/quests/consumers.ts'
import { consumers as harm } from '#server/harm/consumers.ts'
import { markerKind } from '#server/harm/rules.ts'
import { openReference } from '#server/reference/reference.ts'
import { consumers as tournaments } from '#server/rewards/tournaments/consumers.ts'
import { tournamentKind } from '#server/rewards/tournaments/tournament-kind.ts'
import { publishRuns } from '#server/rewards/tournaments/publish-runs.ts'
import { readLeaderboard } from '#server/rewards/tournaments/read-leaderboard.ts'
import { createInHouseStudio, inHouseStudioSlug } from '#server/partners/game-studio/in-house-studio.ts'
import { readSettings } from '#server/settings.ts'
import { openPlayers } from './ledger-load.ts'
import { recycleWal } from './recycle-wal.ts'
import { pace, sustain } from './sustain.ts'
import { kernelDeps } from '#tests/setup/kernel-deps.ts'

const log = { info() {}, debug() {}, warn: console.warn, error: console.error }
const seconds = Number(process.env['SECONDS'] ?? 5)
const inFlight = 64
/** Of a turn at the highest rate: while posting is saturated, play is counted only every so many seconds. */
const saturatedSeconds = Number(process.env['SATURATED_SECONDS'] ?? 42)
/** Twice the posting rate of the product's own studio; the rate of the lag, and of the latency of posting. */
const goals = { timesPosting: 2, lagMs: 500, fixedRate: 3000, postingLoss: 0.05, p99Growth: 0.1, leaderboardMs: 10 }
const playerCount = 10_000
const ranked = 100_000
const rewards = [...cashback, ...rakeback, ...loyalty, ...tournaments, ...quests, ...harm] as Array<Consumer>

const amount = (value: number): Subunits => BigInt(value) as Subunits
const row = (what: string, value: string) => console.log(`${what.padEnd(70)} ${value.padStart(12)}`)
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')

/** Rounds as the in-house studio posts them: a stake and its result in one call. */
function rounds(players: string[], ledger: Ledger): () => Promise<boolean> {
  const slots = ['honeyfall', 'tidepool', 'glacier-fox', 'lantern-harbor']
  let count = 0
  return async () => {
    count++
    const playerId = players[Math.floor(Math.random() * players.length)]!
    const id = randomUUID()
    const won = count % 3 === 0 ? 150 : 0
    const [bet, win] = await ledger.postRound(part('bet', 100), part('win', won))
    return bet.ok && win.ok

    function part(kind: 'bet' | 'win', value: number): Movement {
      const sides = { from: `player:${playerId}:cash:EUR`, to: 'house:games:EUR' }
      const legs = kind === 'bet' ? sides : { from: sides.to, to: sides.from }
      return {
        kind,
        actor: `studio:${inHouseStudioSlug}`,
        idempotencyKey: `${id}-${kind}`,
        requestHash: `${kind} ${value}`,
        reference: { kind: 'round', id, label: 'Slot' },
        transfers: value > 0 ? [{ ...legs, amount: amount(value) }] : [],
        ...(kind === 'bet' ? { gate: 'none' as const } : {}),
        round: {
          id,
          studio: inHouseStudioSlug,
          gameId: slots[count % slots.length]!,
          playerId,
          currency: 'EUR',
          isFinished: kind === 'win',
          transactionId: `${id}-${kind}`,
          gameKind: 'slot',
        },
      }
    }
  }
}

async function post(play: () => Promise<boolean>, forSeconds = seconds): Promise<number> {
  const { perSecond, failures } = await sustain(
    Array.from({ length: inFlight }, () => play),
    forSeconds * 1000,
  )
  if (failures > 0) throw new Error(`${failures} rounds of the bench were refused`)
  return perSecond
}

const open = (deps: Deps, which: Array<Consumer>): Promise<Consumers> =>
  createConsumers(which, {
    db: deps.db,
    clock: deps.clock,
    log,
    needs: deps,
    isPostingSaturated: deps.ledger.isSaturated,
  })

/** Counts the batches of all consumers, and how many rounds they have each. */
const batches = { count: 0, movements: 0n, largest: 0n, tookMs: [] as number[] }
const counted = (consumer: Consumer): Consumer => ({
  ...consumer,
  async apply(tx, batch, needs) {
    const startedAt = performance.now()
    await consumer.apply(tx, batch, needs)
    batches.count++
    batches.tookMs.push(performance.now() - startedAt)
    if (!batch.movements) return
    const size = batch.movements.upTo - batch.movements.after
    batches.movements += size
    if (size > batches.largest) batches.largest = size
  },
})

/** Processor time of this process and of the database so far, in seconds. */
function processorSeconds(postmaster: number): number {
  const ticksPerSecond = 100
  const fieldsOf = (pid: number | string) => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  }
  const own = process.cpuUsage()
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  const [, , , , , , , , , , , utime, stime, gone, goneInKernel] = fieldsOf(postmaster)
  const ticks = children.reduce(
    (sum, pid) => {
      const fields = fieldsOf(pid)
      return sum + fields[11]! + fields[12]!
    },
    utime! + stime! + gone! + goneInKernel!,
  )
  return ticks / ticksPerSecond + (own.user + own.system) / 1e6
}

/** Two quests for every player, of two and of three tasks, that no round of the bench completes. */
async function startQuests({ db }: Deps, owner: Database['pool'], players: string[]): Promise<void> {
  await owner.query(
    `INSERT INTO rewards.player_quests (id, player_id, identity, version, run, currency, state, in_sequence, after_movement, after_fact, activated_at, expires_at,
       expires_as, rewards, is_automatic, reward_state, revision)
     SELECT gen_random_uuid(), id, quest, 1, 1, 'EUR', 2, false, 0, 0, now(), now() + interval '1 day', 5, '[]', false, 'locked', 1
     FROM unnest($1::uuid[]) AS id, unnest(ARRAY['first', 'second']) AS quest`,
    [players],
  )
  await owner.query(
    `INSERT INTO rewards.player_quest_tasks (player_quest_id, position, type, quantity, multiplier)
     SELECT id, position, type, quantity, multiplier FROM rewards.player_quests AS quest JOIN (VALUES
       ('first', 0, 'stake', 100000000, NULL::numeric), ('first', 1, 'rounds', 1000000, NULL),
       ('second', 0, 'games', 100, NULL), ('second', 1, 'multiplier', 100, 10), ('second', 2, 'days', 30, NULL)
     ) AS task (quest, position, type, quantity, multiplier) ON task.quest = quest.identity`,
  )
  await db.pool.query('ANALYZE rewards.player_quests, rewards.player_quest_tasks')
}

async function consumed(deps: Deps, play: () => Promise<boolean>): Promise<boolean> {
  let isMet = true
  const posting = await post(play)
  row(`rounds posted a second, ${inFlight} in flight`, posting.toFixed(0))
  const all = await open(deps, rewards)
  await all.stop()
  for (const each of rewards) {
    const reader = await open(deps, [each])
    await reader.catchUp()
    const posted = (await post(play)) * seconds
    await deps.db.pool.query('ANALYZE ledger.movements, ledger.entries, games.rounds')
    const startedAt = performance.now()
    await reader.catchUp()
    const perSecond = posted / ((performance.now() - startedAt) / 1000)
    await reader.stop()
    const times = perSecond / posting
    isMet &&= times >= goals.timesPosting
    row(`${each.name}: rounds counted a second from a backlog`, perSecond.toFixed(0))
    row(`  against posting (>= ${goals.timesPosting})`, `${times.toFixed(2)} ${verdict(times >= goals.timesPosting)}`)
  }
  return isMet
}

/** How long the oldest movement that a consumer has still to count has waited. */
async function lagMs({ db }: Deps): Promise<number> {
  const listed = await listConsumers(db)
  return Math.max(...listed.flatMap(({ sources }) => sources.map(({ lagSeconds }) => lagSeconds * 1000)))
}

/** Sampled while the work is done. */
async function withLag<T>(deps: Deps, work: () => Promise<T>): Promise<{ result: T; samples: number[] }> {
  const samples: number[] = []
  let isOver = false
  const sampling = (async () => {
    while (!isOver) {
      samples.push(await lagMs(deps))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  const result = await work()
  isOver = true
  await sampling
  return { result, samples: samples.toSorted((a, b) => a - b) }
}

/** At a rate below the machine's limit. */
async function lag(deps: Deps, play: () => Promise<boolean>): Promise<boolean> {
  const running = await open(deps, rewards)
  await running.catchUp()
  running.start()
  const paced = () =>
    pace(
      Array.from({ length: 256 }, () => play),
      goals.fixedRate,
      seconds * 2000,
    )
  const { result, samples } = await withLag(deps, paced)
  const { perSecond, p99Ms } = result
  await running.stop()
  const p99 = samples[Math.floor(samples.length * 0.99)]!
  row(`rounds a second with all consumers running (asked for: ${goals.fixedRate})`, perSecond.toFixed(0))
  row('  p99 of posting a round, ms', p99Ms.toFixed(0))
  row(`  lag of the slowest consumer, p99, ms (< ${goals.lagMs})`, `${p99.toFixed(0)} ${verdict(p99 < goals.lagMs)}`)
  return p99 < goals.lagMs
}

const withConsumers = async <T>(deps: Deps, work: () => Promise<T>): Promise<T> => {
  const running = await open(deps, rewards.map(counted))
  await running.catchUp()
  Object.assign(batches, { count: 0, movements: 0n, largest: 0n, tookMs: [] })
  running.start()
  const result = await work()
  await running.stop()
  return result
}

const turns = 3
/** In turns, so that both meet the same machine. */
async function inTurns<T>(deps: Deps, work: () => Promise<T>): Promise<{ off: T[]; on: T[] }> {
  const measured = { off: [] as T[], on: [] as T[] }
  for (let turn = 0; turn < turns; turn++) {
    measured.off.push(await work())
    measured.on.push(await withConsumers(deps, work))
  }
  return measured
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/**
 * Both the rate and the processor time of a round: while posting is limited by the processors, the one is the inverse of
 * the other, and the time does not depend on what else the machine does.
 */
async function onAndOff(deps: Deps, play: () => Promise<boolean>, postmaster: number): Promise<boolean> {
  const { on, off } = await inTurns(deps, async () => {
    const before = processorSeconds(postmaster)
    const rate = await post(play, saturatedSeconds)
    return { rate, micros: ((processorSeconds(postmaster) - before) * 1e6) / (rate * saturatedSeconds) }
  })
  const ofRate = (turns: typeof on) => median(turns.map(({ rate }) => rate))
  const ofMicros = (turns: typeof on) => median(turns.map(({ micros }) => micros))
  const loss = 1 - ofRate(on) / ofRate(off)
  row('rounds posted a second, as many as possible, rewards off', ofRate(off).toFixed(0))
  row('  rewards on', ofRate(on).toFixed(0))
  row(
    '  processor time of a round, rewards off and on, microseconds',
    `${ofMicros(off).toFixed(0)}, ${ofMicros(on).toFixed(0)}`,
  )
  row('  loss by processor time', `${((1 - ofMicros(off) / ofMicros(on)) * 100).toFixed(1)} %`)
  const isMet = loss <= goals.postingLoss
  row(`  loss (<= ${goals.postingLoss * 100} %)`, `${(loss * 100).toFixed(1)} % ${verdict(isMet)}`)
  showBatches(saturatedSeconds)
  return isMet
}

/** Rewards beside an overload that lasts, in parts of five seconds, and how soon they have caught up after it. */
async function overload(deps: Deps, play: () => Promise<boolean>): Promise<boolean> {
  const off = await post(play)
  const parts: number[] = []
  let caughtUpInMs = 0
  const { samples } = await withConsumers(deps, async () => {
    const measured = await withLag(deps, async () => {
      for (let part = 0; part < overloadParts; part++) parts.push(await post(play, 5))
    })
    const endedAt = performance.now()
    while ((await lagMs(deps)) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    caughtUpInMs = performance.now() - endedAt
    return measured
  })
  const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length
  row('overload: rounds posted a second, rewards off', off.toFixed(0))
  row('  rewards on, every five seconds', parts.map((part) => part.toFixed(0)).join(' '))
  row('  loss in all of it', `${((1 - mean / off) * 100).toFixed(1)} %`)
  row('  lag of the slowest consumer, highest, ms', samples.at(-1)!.toFixed(0))
  row('  everything counted after, ms', caughtUpInMs.toFixed(0))
  return true
}
const overloadParts = 6

/** Of the last turn. */
function showBatches(ofSeconds = seconds): void {
  const { count, movements, tookMs } = batches
  row('  batches a second of all consumers', (count / ofSeconds).toFixed(1))
  row('  movements in a batch, mean and highest', `${movements / BigInt(count)}; ${batches.largest}`)
  row(
    '  time that a consumer takes for one, p50 and highest, ms',
    `${median(tookMs).toFixed(0)}; ${Math.max(...tookMs).toFixed(0)}`,
  )
}

/** At a fixed rate, and at half of the most: what rewards cost a player who posts, and the machine. */
async function fixedLoad(deps: Deps, play: () => Promise<boolean>, postmaster: number): Promise<boolean> {
  const half = Math.round((await post(play)) / 2)
  let isMet = true
  for (const rate of [half, goals.fixedRate]) {
    const { on, off } = await inTurns(deps, async () => {
      const before = processorSeconds(postmaster)
      const { p50Ms, p99Ms, perSecond } = await pace(
        Array.from({ length: 256 }, () => play),
        rate,
        seconds * 2000,
      )
      return { p50Ms, p99Ms, perSecond, busy: (processorSeconds(postmaster) - before) / (seconds * 2) }
    })
    for (const [name, turn] of Object.entries({ off, on })) {
      row(`rounds posted a second, asked for ${rate}, rewards ${name}`, median(turn.map((t) => t.perSecond)).toFixed(0))
      const [p50, p99] = [median(turn.map(({ p50Ms }) => p50Ms)), median(turn.map(({ p99Ms }) => p99Ms))]
      row('  posting p50, p99, ms', `${p50.toFixed(1)}, ${p99.toFixed(1)}`)
      row('  processors busy, of this process and the database', median(turn.map(({ busy }) => busy)).toFixed(2))
    }
    showBatches(seconds * 2)
    if (rate !== goals.fixedRate) continue
    const growth = median(on.map(({ p99Ms }) => p99Ms)) / median(off.map(({ p99Ms }) => p99Ms)) - 1
    isMet = growth <= goals.p99Growth
    row(`  growth of the p99 (<= ${goals.p99Growth * 100} %)`, `${(growth * 100).toFixed(0)} % ${verdict(isMet)}`)
  }
  return isMet
}

async function leaderboard(deps: Deps, owner: Database['pool']): Promise<boolean> {
  const { rows } = await owner.query<{ id: number; identity: string }>(
    'SELECT id, identity FROM rewards.tournament_runs ORDER BY id LIMIT 1',
  )
  const { id, identity } = rows[0]!
  await owner.query(
    `WITH added AS (INSERT INTO identity.players (id, email, nickname, country, currency, created_at, updated_at)
       SELECT gen_random_uuid(), 'ranked' || n || '@example.test', 'Player ' || n, 'DE', 'EUR', now(), now() FROM generate_series(1, $2::int) AS n RETURNING id)
     INSERT INTO rewards.tournament_scores (run_id, player_id, score, reached, rounds)
     SELECT $1, id, floor(-ln(random()) * 3000), (random() * 1e6)::bigint, 1 FROM added`,
    [id, ranked],
  )
  await owner.query('VACUUM ANALYZE rewards.tournament_scores')
  const players = await owner.query<{ player_id: string }>(
    'SELECT player_id FROM rewards.tournament_scores WHERE run_id = $1 ORDER BY random() LIMIT 400',
    [id],
  )
  const tookMs: number[] = []
  for (const { player_id } of players.rows) {
    const caller = { locale: 'en', player: { id: player_id } }
    const startedAt = performance.now()
    const read = await readLeaderboard({ ...deps, caller } as unknown as Ctx, { identity, top: 100 })
    tookMs.push(performance.now() - startedAt)
    if (!read.ok || !read.value.own) throw new Error('a player of the bench has no place')
  }
  tookMs.sort((a, b) => a - b)
  const [p50, p99] = [tookMs[tookMs.length / 2]!, tookMs[Math.floor(tookMs.length * 0.99)]!]
  row(`first 100, own place and neighbours of ${ranked} players, p50, ms`, p50.toFixed(1))
  row(`  p99, ms (< ${goals.leaderboardMs})`, `${p99.toFixed(1)} ${verdict(p99 < goals.leaderboardMs)}`)
  return p99 < goals.leaderboardMs
}

async function measure(db: Database, owner: Database['pool'], postmaster: number): Promise<boolean> {
  const clock = { now: () => new Date() }
  const settings = readSettings({
    NODE_ENV: 'test',
    SECRET: 'bench-bench-bench-bench-bench-bench-0123',
    LOYALTY: 'true',
  })
  const ledger = createLedger({ db })
  const studio = createInHouseStudio({ secret: settings.secret })
  const reference = await openReference(kernelDeps(db, { clock, settings }))
  const deps = { db, clock, settings, ledger, reference, log, partners: { gameStudios: [studio] } } as unknown as Deps
  await seedDefinitions(deps, [cashbackKind, rakebackKind, levels, tournamentKind, markerKind])
  // A run of the past is published for a definition that was in force then.
  await owner.query(
    `UPDATE rewards.definitions SET starts_at = starts_at - interval '1 hour' WHERE kind = 'tournament'`,
  )
  await publishRuns(kernelDeps(db, { clock: { now: () => new Date(Date.now() - 60_000) } }))
  await openPlayers(db, ledger, 4)
  const players = await openPlayers(db, ledger, playerCount)
  await startQuests(deps, owner, players)
  const play = rounds(players, ledger)
  await post(play)
  const parts: Record<string, () => Promise<boolean>> = {
    consumers: () => consumed(deps, play),
    lag: () => lag(deps, play),
    posting: () => onAndOff(deps, play, postmaster),
    overload: () => overload(deps, play),
    load: () => fixedLoad(deps, play, postmaster),
    leaderboard: () => leaderboard(deps, owner),
  }
  const chosen = process.env['PARTS']?.split(',') ?? Object.keys(parts)
  let isMet = true
  for (const part of chosen) {
    const run = parts[part]
    if (!run) throw new Error(`unknown part ${part}: choose from ${Object.keys(parts).join(', ')}`)
    isMet = (await run()) && isMet
  }
  await ledger.close()
  return isMet
}

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-bench-'))
const server = await startEmbedded({ dataDir: folder, log })
try {
  await migrate({ url: server.url(), log })
  await recycleWal(server.url())
  const { default: pg } = await import('pg')
  const owner = new pg.Pool({ connectionString: server.url(), max: 1 })
  // A pool has ended before its connections have: the database may end them first.
  owner.on('error', () => {})
  const db = await connect({ url: server.url(), log })
  try {
    process.exitCode = (await measure(db, owner, server.pid())) ? 0 : 1
  } finally {
    // Also after a failure: a connection that the database ends would end this process before it shows the error.
    await owner.end()
    await db.close()
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
