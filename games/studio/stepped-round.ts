/**
 * Rounds of several steps between the stake and the result. A round is its seeds and its acts: every state is replayed
 * from them, so no secret state (mines, a hole card) is stored or sent: views of rounds with the same visible past are
 * equal in every byte. The seed stays secret while any round of its player and game is being played. Each change is
 * conditional and made under the round's lock, and calls to the wallet come after it.
 */
import { sql } from 'kysely'
import { Act } from '#contract/rounds.ts'
import { openDraw } from '../fairness.ts'
import { isStepped, type SteppedMaths } from '../maths.ts'
import { outcomeOf, replay, type Step } from '../stepped.ts'
import type { StudioRound } from '../studio-api.ts'
import { leaseMs } from './open-round.ts'
import { newRoundId, type StudioParts, type Tx } from './parts.ts'
import { mathsOfRound, readRound, type RoundRow, type StoredRound } from './round-row.ts'

type Db = Tx | StudioParts['db']['kysely']

/** After this time, an unfinished round ends by the rule of its game. */
export const abandonedAfterMs = 24 * 3_600_000
/** The call for the stake of an act is repeated for this long; after that the act is refused. */
const betAgainMs = 60_000

export type ActRow = {
  round_id: string
  act_id: string
  place: number | null
  act: Act
  extra_stake: bigint
  stake_id: string | null
  state: 'betting' | 'taken' | 'cancelling' | 'refused'
  refusal: string | null
  token: string | null
  created_at: Date
}
type StoredAct = Omit<ActRow, 'act'> & { act: unknown }

/** Reads the acts in the order of the round, refused ones last. */
export async function readActs(db: Db, roundId: string): Promise<ActRow[]> {
  const { rows } = await sql<StoredAct>`SELECT * FROM studio.acts WHERE round_id = ${roundId} ORDER BY place`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, act: Act.parse(row.act) }))
}

export const isTaken = ({ state }: ActRow) => state === 'taken'
export const isPending = ({ state }: ActRow) => state === 'betting' || state === 'cancelling'

export function steppedMathsOf(round: RoundRow): SteppedMaths {
  const maths = mathsOfRound(round)
  if (!isStepped(maths)) throw new Error(`${round.game} has no steps`)
  return maths
}

/** Replays the acts. Returns the step that they lead to, and the draw with which the next act continues. */
export async function stepOf(db: Db, round: RoundRow, acts: readonly Act[]) {
  const {
    rows: [seeds],
  } = await sql<{
    server_seed: string
    client_seed: string
  }>`SELECT server_seed, client_seed FROM studio.seeds WHERE id = ${round.seed_id}`.execute(db)
  const draw = await openDraw(seeds!.server_seed, seeds!.client_seed, Number(round.nonce))
  const step = await replay(steppedMathsOf(round), draw, { stake: Number(round.stake), choice: round.choice, acts })
  return { draw, step }
}

export async function progressOf(db: Db, round: RoundRow): Promise<StudioRound['progress']> {
  if (round.state !== 'playing') return null
  const acts = (await readActs(db, round.id)).filter(isTaken).map(({ act }) => act)
  const { step } = await stepOf(db, round, acts)
  return { view: step.view, acts: acts.length }
}

export async function lockRound(tx: Tx, id: string): Promise<RoundRow | undefined> {
  const { rows } = await sql<StoredRound>`SELECT * FROM studio.rounds WHERE id = ${id}::uuid FOR UPDATE`.execute(tx)
  return rows[0] && readRound(rows[0])
}

/** Starts the first step of the round, after its stake was taken. */
export async function begin(parts: StudioParts, id: string, within?: Tx): Promise<RoundRow> {
  if (!within) return parts.db.transaction((tx) => begin(parts, id, tx))
  const round = (await lockRound(within, id))!
  if (round.state !== 'betting') return round
  const { step } = await stepOf(within, round, [])
  return storeStep(parts, within, round, { acts: [], step })
}

/** Stores the state of the round: still playing, or decided. */
export async function storeStep(
  parts: StudioParts,
  tx: Tx,
  round: RoundRow,
  { acts, step, extraStake = 0n }: { acts: readonly Act[]; step: Step<unknown>; extraStake?: bigint },
): Promise<RoundRow> {
  const outcome = step.isFinal ? outcomeOf(acts, step) : null
  const now = parts.clock.now()
  const endsAt = new Date(round.created_at.getTime() + abandonedAfterMs)
  const { rows } = await sql<StoredRound>`
    UPDATE studio.rounds SET state = ${outcome ? 'accepted' : 'playing'}, updated_at = ${now}, attempts = 0,
      next_attempt_at = ${outcome ? new Date(now.getTime() + leaseMs) : endsAt}, extra_stake = extra_stake + ${extraStake}::bigint,
      outcome = ${outcome && JSON.stringify(outcome)}::jsonb, payout = ${outcome?.payout ?? 0}::bigint
    WHERE id = ${round.id} RETURNING *`.execute(tx)
  return readRound(rows[0]!)
}

type NewAct = Pick<ActRow, 'act_id' | 'act' | 'state'> & { place: number; extraStake?: number; token?: string }

export async function insertAct(
  parts: StudioParts,
  tx: Tx,
  round: RoundRow,
  { act_id, act, state, place, extraStake = 0, token }: NewAct,
): Promise<void> {
  await sql`
    INSERT INTO studio.acts (round_id, act_id, place, act, extra_stake, stake_id, state, token, created_at)
    VALUES (${round.id}, ${act_id}::uuid, ${place}, ${JSON.stringify(act)}::jsonb, ${extraStake}::bigint,
      ${extraStake > 0 ? newRoundId(parts) : null}::uuid, ${state}, ${token ?? null}, ${parts.clock.now()})`.execute(tx)
}

/** For recovery: completes an act whose stake is in doubt, or ends an abandoned round. */
export async function continueRound(parts: StudioParts, round: RoundRow): Promise<RoundRow> {
  const pending = (await readActs(parts.db.kysely, round.id)).find(isPending)
  if (pending) return driveAct(parts, round, pending, null)
  const isAbandoned = parts.clock.now().getTime() - round.created_at.getTime() >= abandonedAfterMs
  return isAbandoned ? abandon(parts, round.id) : postpone(parts, round)
}

async function postpone(parts: StudioParts, round: RoundRow): Promise<RoundRow> {
  const endsAt = new Date(round.created_at.getTime() + abandonedAfterMs)
  await sql`UPDATE studio.rounds SET next_attempt_at = ${endsAt}, attempts = 0 WHERE id = ${round.id} AND state = 'playing'`.execute(
    parts.db.kysely,
  )
  return round
}

async function abandon(parts: StudioParts, id: string): Promise<RoundRow> {
  return parts.db.transaction(async (tx) => {
    const round = (await lockRound(tx, id))!
    const rows = await readActs(tx, id)
    if (round.state !== 'playing' || rows.some(isPending)) return round
    const maths = steppedMathsOf(round)
    const acts = rows.filter(isTaken).map(({ act }) => act)
    let { draw, step } = await stepOf(tx, round, acts)
    while (!step.isFinal) {
      const act = maths.abandoned(step.state)
      if (act === 'refund') return refund(parts, tx, round)
      const next = await maths.act(draw, step.state, act)
      if (!next || next.extraStake) throw new Error(`round ${id} cannot end by ${JSON.stringify(act)}`)
      await insertAct(parts, tx, round, { act_id: newRoundId(parts), act, state: 'taken', place: acts.length })
      acts.push(act)
      step = next
    }
    return storeStep(parts, tx, round, { acts, step })
  })
}

async function refund(parts: StudioParts, tx: Tx, round: RoundRow): Promise<RoundRow> {
  const { rows } = await sql<StoredRound>`
    UPDATE studio.rounds SET state = 'cancelling', refusal = 'abandoned', updated_at = ${parts.clock.now()}
    WHERE id = ${round.id} RETURNING *`.execute(tx)
  return readRound(rows[0]!)
}

/** Takes the stake of an act and then applies the act; if the stake is refused, the round continues unchanged. */
export async function driveAct(
  parts: StudioParts,
  round: RoundRow,
  act: ActRow,
  country: string | null,
): Promise<RoundRow> {
  const call = { token: act.token ?? '', currency: round.currency, gameId: round.game, roundId: round.id }
  const betId = `${act.stake_id}-bet`
  if (act.state === 'betting') {
    const isStale = parts.clock.now().getTime() - act.created_at.getTime() > betAgainMs
    if (!isStale) {
      const amount = Number(act.extra_stake)
      const answer = await parts.wallet.bet({ ...call, transactionId: betId, amount, ...(country && { country }) })
      if (answer.kind === 'accepted') return applyAct(parts, act)
      // A first call that was rejected or never sent took nothing. An earlier copy of a repeated one may still arrive.
      const isCertain = round.attempts === 0 && answer.kind !== 'unknown'
      if (answer.kind === 'unknown' || (answer.kind === 'unreachable' && !isCertain)) return retry(parts, round)
      const refusal = answer.kind === 'refused' ? answer.name : 'operatorUnavailable'
      if (isCertain && (await refuseAct(parts, act, { refusal, from: 'betting' }))) return current(parts, round.id)
      if (!(await cancelAct(parts, act, refusal))) return current(parts, round.id)
    } else if (!(await cancelAct(parts, act, 'operatorUnavailable'))) return current(parts, round.id)
  }
  const answer = await parts.wallet.rollback({
    ...call,
    transactionId: `${act.stake_id}-rollback`,
    betTransactionId: betId,
  })
  if (answer.kind !== 'accepted') {
    if (answer.kind === 'refused')
      parts.log.error({ roundId: round.id, answer }, 'the stake of an act cannot be returned')
    return retry(parts, round)
  }
  await refuseAct(parts, act, { from: 'cancelling' })
  return current(parts, round.id)
}

async function applyAct(parts: StudioParts, { round_id: id, act_id: actId }: ActRow): Promise<RoundRow> {
  return parts.db.transaction(async (tx) => {
    const round = (await lockRound(tx, id))!
    const rows = await readActs(tx, id)
    const act = rows.find((row) => row.act_id === actId)
    if (act?.state !== 'betting') return round
    await sql`UPDATE studio.acts SET state = 'taken', token = NULL WHERE round_id = ${id} AND act_id = ${actId}`.execute(
      tx,
    )
    const acts = rows.filter((row) => isTaken(row) || row === act).map((row) => row.act)
    const { step } = await stepOf(tx, round, acts)
    return storeStep(parts, tx, round, { acts, step, extraStake: act.extra_stake })
  })
}

/** Returns false if another driver has advanced the act, or is repeating its stake. */
async function refuseAct(
  parts: StudioParts,
  act: ActRow,
  { refusal, from }: { refusal?: string; from: 'betting' | 'cancelling' },
): Promise<boolean> {
  return parts.db.transaction(async (tx) => {
    const round = (await lockRound(tx, act.round_id))!
    if (from === 'betting' && round.attempts > 0) return false
    const { rows } = await sql`
      UPDATE studio.acts SET state = 'refused', place = NULL, refusal = COALESCE(${refusal ?? null}, refusal), token = NULL
      WHERE round_id = ${act.round_id} AND act_id = ${act.act_id} AND state = ${from} RETURNING act_id`.execute(tx)
    if (rows.length === 0) return false
    const endsAt = new Date(round.created_at.getTime() + abandonedAfterMs)
    await sql`UPDATE studio.rounds SET attempts = 0, next_attempt_at = ${endsAt} WHERE id = ${round.id} AND state = 'playing'`.execute(
      tx,
    )
    return true
  })
}

/** Returns false if another driver has advanced the act. */
async function cancelAct(parts: StudioParts, act: ActRow, refusal: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE studio.acts SET state = 'cancelling', refusal = ${refusal}
    WHERE round_id = ${act.round_id} AND act_id = ${act.act_id} AND state = 'betting' RETURNING act_id`.execute(
    parts.db.kysely,
  )
  return rows.length > 0
}

async function retry(parts: StudioParts, round: RoundRow): Promise<RoundRow> {
  const at = new Date(parts.clock.now().getTime() + Math.min(1_000 * 2 ** round.attempts, 60_000))
  await sql`UPDATE studio.rounds SET attempts = attempts + 1, next_attempt_at = ${at} WHERE id = ${round.id} AND state = 'playing'`.execute(
    parts.db.kysely,
  )
  return current(parts, round.id)
}

async function current(parts: StudioParts, id: string): Promise<RoundRow> {
  const { rows } = await sql<StoredRound>`SELECT * FROM studio.rounds WHERE id = ${id}`.execute(parts.db.kysely)
  return readRound(rows[0]!)
}
