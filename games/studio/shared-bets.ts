/**
 * Bets of rounds that all players share: accepted before the round starts, cashed out at the time at which a server
 * receives the request, or automatically, and ended by the studio. A bet is a round of the studio; the shared round
 * decides when and how it ends.
 */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { type Act, CrashChoice } from '#contract/rounds.ts'
import type { SharedGame } from '#contract/shared-rounds.ts'
import { openDraw } from '../fairness.ts'
import { mathsOf } from '../games.ts'
import { isShared, type SharedMaths, targetOf } from '../shared.ts'
import { outcomeOf, replay } from '../stepped.ts'
import { leaseMs } from './open-round.ts'
import { newRoundId, type StudioParts, type Tx } from './parts.ts'
import { readRound, type RoundRow, type StoredRound } from './round-row.ts'
import type { SharedRound, SharedTables } from './shared-tables.ts'

/** Bets lose this long after the crash, so that cash-outs that arrived in time are stored first, even if the database is busy. */
export const lateMs = 2_000

/** Returns the maths in the version under which a round began; by default the current version. */
export function sharedMaths(game: string, version?: string): SharedMaths {
  const maths = mathsOf(game, version)
  if (!maths || !isShared(maths)) throw new Error(`${game} ${version ?? ''} has no shared rounds in this build`)
  return maths
}
const sharedMathsOf = (round: RoundRow): SharedMaths => sharedMaths(round.game, round.maths_version)
const choiceOf = (round: RoundRow): CrashChoice => CrashChoice.parse(round.choice)
const gameOf = (round: RoundRow) => round.game as SharedGame

export function tablesOf({ shared }: StudioParts): SharedTables {
  if (!shared) throw new Error('this studio runs no shared rounds')
  return shared
}

/** True if this round accepts a stake now. Checked before the stake is taken; `join` decides. */
export async function acceptsBets(
  parts: StudioParts,
  { slug, version }: Pick<SharedMaths, 'slug' | 'version'>,
  choice: unknown,
): Promise<boolean> {
  if (!parts.shared) return false
  const { round } = CrashChoice.parse(choice)
  return parts.db.transaction((tx) => tablesOf(parts).isOpen(tx, slug as SharedGame, { number: round, version }))
}

/** Accepts a bet whose stake was taken if bets are still open at the commit; otherwise returns the stake. */
export async function join(parts: StudioParts, id: string, within?: Tx): Promise<RoundRow> {
  if (!within) return parts.db.transaction((tx) => join(parts, id, tx))
  const round = await lockBet(within, id)
  if (round.state !== 'betting') return round
  const isOpen = await tablesOf(parts).isOpen(within, gameOf(round), {
    number: choiceOf(round).round,
    version: round.maths_version,
  })
  const now = parts.clock.now()
  const { rows } = await sql<StoredRound>`
    UPDATE studio.rounds SET state = ${isOpen ? 'playing' : 'cancelling'}, refusal = ${isOpen ? null : 'betsClosed'},
      updated_at = ${now}, attempts = 0, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    WHERE id = ${id} RETURNING *`.execute(within)
  return readRound(rows[0]!)
}

async function findBet(tx: Tx, id: string): Promise<RoundRow | undefined> {
  const { rows } = await sql<StoredRound>`SELECT * FROM studio.rounds WHERE id = ${id}::uuid FOR UPDATE`.execute(tx)
  return rows[0] && readRound(rows[0])
}
const lockBet = async (tx: Tx, id: string): Promise<RoundRow> => (await findBet(tx, id))!

export type CashOutRefusal = 'actInvalid' | 'roundEnded' | 'playInFlight' | 'roundNotFound'
export type CashOutRequest = { id: string; actId: string; receivedAt: Date; isOwn: (round: RoundRow) => boolean }

/**
 * Cashes out a bet under its lock, at the multiplier of the moment of receipt, at most at the player's target. The round must
 * not have crashed by then. If another process runs the round, the database and not this process's clock decides whether it
 * is still running.
 */
export async function cashOut(
  parts: StudioParts,
  tx: Tx,
  { id, actId, receivedAt, isOwn }: CashOutRequest,
): Promise<Result<RoundRow, CashOutRefusal>> {
  const round = await findBet(tx, id)
  if (!round || !isOwn(round)) return refuse('roundNotFound')
  const { rows: repeated } =
    await sql`SELECT 1 FROM studio.acts WHERE round_id = ${id} AND act_id = ${actId}::uuid`.execute(tx)
  if (repeated.length > 0) return ok(round)
  if (round.state === 'betting' || round.state === 'cancelling') return refuse('playInFlight')
  if (round.state !== 'playing') return refuse('roundEnded')
  const choice = choiceOf(round)
  const tables = tablesOf(parts)
  let shared = (await tables.read(tx, gameOf(round), choice.round))!
  if (!shared.isLedHere) shared = (await tables.read(tx, gameOf(round), choice.round, { isLocked: true }))!
  if (shared.isInterrupted || (shared.phase === 'ended' && !shared.isLedHere)) return refuse('roundEnded')
  if (!shared.startedAt || shared.point === null) return refuse('actInvalid')
  const { reachedAfter, endsAfter, highest } = sharedMathsOf(round).shared
  const elapsed = receivedAt.getTime() - shared.startedAt.getTime()
  const target = targetOf(choice, { highest })
  const hundredths = Math.min(reachedAfter(elapsed), target)
  if (hundredths <= 100) return refuse('actInvalid')
  const isInTime = hundredths <= shared.point && (hundredths === target || elapsed < endsAfter(shared.point))
  if (!isInTime) return refuse('roundEnded')
  const ended = await endAll(parts, tx, [{ round, act: { type: 'cashOut', hundredths }, actId }])
  return ok(ended[0]!)
}

/** Returns the act that ends the bet at this stage of the round; null while the bet continues. */
export function endOf(round: RoundRow, shared: SharedRound, now: Date): Act | 'refund' | null {
  const { highest, reachedAfter } = sharedMathsOf(round).shared
  const target = targetOf(choiceOf(round), { highest })
  const isOver = shared.phase === 'ended'
  // A round that ended before it started was cancelled.
  if (!shared.startedAt || shared.point === null) return isOver ? 'refund' : null
  const reached = isOver
    ? shared.point
    : Math.min(shared.point, reachedAfter(now.getTime() - shared.startedAt.getTime()))
  if (target <= reached) return { type: 'cashOut', hundredths: target }
  if (!isOver) return null
  if (shared.isInterrupted) return 'refund'
  return now.getTime() - shared.endedAt!.getTime() >= lateMs ? { type: 'crash', hundredths: shared.point } : null
}

type Seeds = { id: bigint; server_seed: string; client_seed: string }
const most = 200

/**
 * Ends a batch of the due bets of a round. `guard` throws if the caller may no longer write. It runs last in the transaction, so
 * that its lock, which ticks need too, is not held while hundreds of bets are written. Resolves to the bets to be settled next.
 */
export async function endDueBets(
  parts: StudioParts,
  game: SharedGame,
  shared: SharedRound,
  guard: (tx: Tx) => Promise<void>,
): Promise<RoundRow[]> {
  const now = parts.clock.now()
  const { highest, reachedAfter } = sharedMaths(game, shared.mathsVersion).shared
  const isOver = shared.phase === 'ended'
  const reached = shared.startedAt ? reachedAfter(now.getTime() - shared.startedAt.getTime()) : 0
  return parts.db.transaction(async (tx) => {
    const { rows } = await sql<StoredRound>`
      SELECT * FROM studio.rounds
      WHERE game = ${game} AND (choice ->> 'round')::bigint = ${shared.number} AND choice ? 'round' AND state = 'playing'
        AND (${isOver} OR coalesce((choice ->> 'cashOutAt')::integer, ${highest}) <= ${reached})
      ORDER BY (choice ->> 'cashOutAt')::integer NULLS LAST, id LIMIT ${most} FOR UPDATE SKIP LOCKED`.execute(tx)
    const due = rows
      .map(readRound)
      .map((round) => ({ round, act: endOf(round, shared, now) }))
      .filter((each): each is { round: RoundRow; act: Act | 'refund' } => each.act !== null)
    const ended = await endAll(parts, tx, due)
    await guard(tx)
    return ended
  })
}

/** Ends one bet during recovery if it is due, or postpones its next check. */
export async function continueSharedBet(parts: StudioParts, round: RoundRow): Promise<RoundRow> {
  const now = parts.clock.now()
  const shared = await tablesOf(parts).read(parts.db.kysely, gameOf(round), choiceOf(round).round)
  return parts.db.transaction(async (tx) => {
    const locked = await lockBet(tx, round.id)
    // Recovery settles only bets of ended rounds; the process that runs a round settles the others.
    const act = shared?.phase === 'ended' && locked.state === 'playing' ? endOf(locked, shared, now) : null
    if (act) return (await endAll(parts, tx, [{ round: locked, act }]))[0]!
    await sql`UPDATE studio.rounds SET attempts = 0, next_attempt_at = ${new Date(now.getTime() + leaseMs)} WHERE id = ${round.id} AND state = 'playing'`.execute(
      tx,
    )
    return locked
  })
}

type EndingBet = { round: RoundRow; act: Act | 'refund'; actId?: string }

/** Stores how these bets end. Demo money is paid immediately, real money when the round is settled. */
async function endAll(parts: StudioParts, tx: Tx, bets: EndingBet[]): Promise<RoundRow[]> {
  if (bets.length === 0) return []
  const now = parts.clock.now()
  const { rows: seeds } = await sql<Seeds>`
    SELECT id, server_seed, client_seed FROM studio.seeds WHERE id = ANY(${bets.map(({ round }) => String(round.seed_id))}::bigint[])`.execute(
    tx,
  )
  const seedsOf = new Map(seeds.map((row) => [row.id, row]))
  const ended = await Promise.all(
    bets.map(async ({ round, act, actId }) => {
      if (act === 'refund') return { round, act: null, actId: null, outcome: null }
      const { server_seed, client_seed } = seedsOf.get(round.seed_id)!
      const draw = await openDraw(server_seed, client_seed, Number(round.nonce))
      const step = await replay(sharedMathsOf(round), draw, {
        stake: Number(round.stake),
        choice: round.choice,
        acts: [act],
      })
      return { round, act, actId: actId ?? newRoundId(parts), outcome: outcomeOf([act], step) }
    }),
  )
  const withAct = ended.filter(({ act }) => act !== null)
  await sql`
    INSERT INTO studio.acts (round_id, act_id, place, act, state, created_at)
    SELECT round_id, act_id, 0, act::jsonb, 'taken', ${now}
    FROM unnest(${withAct.map(({ round }) => round.id)}::uuid[], ${withAct.map(({ actId }) => actId)}::uuid[],
      ${withAct.map(({ act }) => JSON.stringify(act))}::text[]) AS new_act (round_id, act_id, act)`.execute(tx)
  const { rows } = await sql<StoredRound>`
    UPDATE studio.rounds AS round SET
      state = CASE WHEN ending.outcome IS NULL THEN 'cancelling' ELSE 'accepted' END,
      refusal = CASE WHEN ending.outcome IS NULL THEN 'interrupted' END,
      outcome = ending.outcome::jsonb, payout = ending.payout, updated_at = ${now}, attempts = 0,
      next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    FROM unnest(${ended.map(({ round }) => round.id)}::uuid[], ${ended.map(({ outcome }) => outcome && JSON.stringify(outcome))}::text[],
      ${ended.map(({ outcome }) => outcome?.payout ?? 0)}::bigint[]) AS ending (id, outcome, payout)
    WHERE round.id = ending.id RETURNING round.*`.execute(tx)
  return Promise.all(rows.map(readRound).map(async (round) => (round.mode === 'demo' ? payDemo(tx, round) : round)))
}

async function payDemo(tx: Tx, round: RoundRow): Promise<RoundRow> {
  const isCancelled = round.state === 'cancelling'
  const amount = isCancelled ? round.stake : round.payout
  await sql`UPDATE studio.demo_sessions SET balance = balance + ${amount}::bigint WHERE id = ${round.owner}::uuid`.execute(
    tx,
  )
  const { rows } = await sql<StoredRound>`
    UPDATE studio.rounds SET state = ${isCancelled ? 'cancelled' : 'settled'}, token = NULL WHERE id = ${round.id} RETURNING *`.execute(
    tx,
  )
  return readRound(rows[0]!)
}

/** The current real-money bets of a round, highest stakes first. */
export type BetOfRound = {
  id: string
  owner: string
  currency: string
  stake: number
  cashedOutAt: number | null
}

export async function betsOf(
  db: Tx | StudioParts['db']['kysely'],
  game: SharedGame,
  number: number,
  limit: number,
): Promise<BetOfRound[]> {
  // Read twice a second during a round, so only the columns of the list are selected.
  const { rows } = await sql<Omit<BetOfRound, 'stake'> & { stake: bigint }>`
    SELECT id, owner, currency, stake,
      CASE WHEN outcome ? 'acts' THEN (outcome #>> '{view,cashedOutAt}')::integer END AS "cashedOutAt"
    FROM studio.rounds
    WHERE game = ${game} AND (choice ->> 'round')::bigint = ${number} AND choice ? 'round' AND mode = 'real'
      AND state IN ('playing', 'accepted', 'settled')
    ORDER BY stake DESC, id LIMIT ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, stake: Number(row.stake) }))
}

/** True while a bet of the round has not ended, or its money has not moved. */
export async function hasOpenBets(db: StudioParts['db']['kysely'], game: SharedGame, number: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM studio.rounds
    WHERE game = ${game} AND (choice ->> 'round')::bigint = ${number} AND choice ? 'round' AND state = 'playing' LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}
