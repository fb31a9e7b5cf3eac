/**
 * One act inside a round that is being played. A repeated act gets the present state of its round; of two tabs, one
 * acts.
 */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { isShared } from '../shared.ts'
import type { ActRequest, PlayReply, StudioErrorName } from '../studio-api.ts'
import { balanceOf } from './balance.ts'
import { finish, movePurse, PurseEmpty } from './demo.ts'
import { leaseMs } from './open-round.ts'
import type { StudioCore, StudioParts, Tx } from './parts.ts'
import { answer, type PlayRefusal, refusalOfBet } from './play.ts'
import type { RoundRow } from './round-row.ts'
import { seatOf, type Seated } from './seat.ts'
import { openSeeds, toFairness } from './seeds.ts'
import { claimRound, settleRound } from './settle-round.ts'
import { cashOut } from './shared-bets.ts'
import {
  type ActRow,
  driveAct,
  insertAct,
  isPending,
  isTaken,
  lockRound,
  readActs,
  stand,
  steppedMathsOf,
  stepOf,
} from './stepped-round.ts'

export type ActRefusal =
  | PlayRefusal
  | Extract<StudioErrorName, 'actInvalid' | 'actConflict' | 'roundEnded' | 'roundNotFound'>
type ActResult = Result<PlayReply, ActRefusal>

/**
 * `country`: of the request; null if unknown. `receivedAt`: when it arrived, which decides what a shared round is
 * worth.
 */
export async function act(
  parts: StudioCore,
  seated: Seated,
  request: ActRequest,
  country: string | null = null,
  receivedAt: Date = parts.clock.now(),
): Promise<ActResult> {
  if (isShared(seated.maths)) return leaveShared(parts, seated, request, receivedAt)
  // An ended session cannot act any more: another one continues its round, or the round ends by its rule.
  const balance = await balanceOf(parts, seated)
  if (seated.launch.mode === 'demo') return actInDemo(parts, seated, request)
  const made = await parts.db.transaction((tx) => makeAct(parts, tx, seated, request))
  if (!made.ok) return made
  const { round, act: row } = made.value
  const staked = isPending(row) ? await driveAct(parts, round, row, country) : round
  const repeated = (await readActs(parts.db.kysely, round.id)).find(({ act_id: id }) => id === request.actId)
  if (!repeated || isPending(repeated)) return refuse('playInFlight')
  if (repeated.state === 'refused') return refuse(refusalOfBet(repeated.refusal))
  const driven =
    staked.state === 'playing'
      ? { round: staked, balance: null }
      : await settleRound(parts, await claimed(parts, staked))
  const known = driven.balance ?? (row.state === 'taken' && staked.state === 'playing' ? balance : null)
  return answer(parts, seated, { round: driven.round, balance: known }, await fairnessOf(parts, seated))
}

/**
 * Cashes out a bet of a shared round. It needs no open session, because the round does not wait, and this launch can
 * only get its player paid.
 */
async function leaveShared(
  parts: StudioCore,
  seated: Seated,
  { roundId, actId, act: asked }: ActRequest,
  receivedAt: Date,
): Promise<ActResult> {
  if (asked.type !== 'cashOut' || Object.keys(asked).length > 1) return refuse('actInvalid')
  const wish = { id: roundId, actId, receivedAt, isOwn: (round: RoundRow) => isOf(seated, round) }
  const left = await parts.db.transaction((tx) => cashOut(parts, tx, wish))
  if (!left.ok) return left
  const driven =
    left.value.mode === 'demo'
      ? { round: left.value, balance: null }
      : await settleRound(parts, await claimed(parts, left.value))
  return answer(parts, seated, driven, await fairnessOf(parts, seated))
}

type Made = { round: RoundRow; act: ActRow }

async function claimed(parts: StudioCore, round: RoundRow): Promise<RoundRow> {
  return round.state === 'accepted' ? ((await claimRound(parts, round.id)) ?? round) : round
}

/** Stores the act under the round's lock. An act without a further stake takes effect at once. */
async function makeAct(
  parts: StudioParts,
  tx: Tx,
  seated: Seated,
  { roundId, actId, after, act: asked }: ActRequest,
): Promise<
  Result<Made, 'roundNotFound' | 'playConflict' | 'playInFlight' | 'roundEnded' | 'actConflict' | 'actInvalid'>
> {
  const round = await lockRound(tx, roundId)
  if (!round || !isOf(seated, round)) return refuse('roundNotFound')
  const rows = await readActs(tx, roundId)
  const same = rows.find(({ act_id: id }) => id === actId)
  if (same && !isSameAct(same.act, asked)) return refuse('playConflict')
  if (same) return ok({ round: isPending(same) ? await claimStake(parts, tx, round, 1) : round, act: same })
  if (round.state === 'betting' || round.state === 'cancelling' || rows.some(isPending)) return refuse('playInFlight')
  if (round.state !== 'playing') return refuse('roundEnded')
  const acts = rows.filter(isTaken).map((row) => row.act)
  if (acts.length !== after) return refuse('actConflict')
  const { draw, step } = await stepOf(tx, round, acts)
  const next = await steppedMathsOf(round).act(draw, step.state, asked)
  if (!next) return refuse('actInvalid')
  const extraStake = next.extraStake ?? 0
  const isStaked = extraStake > 0 && round.mode === 'real'
  await insertAct(parts, tx, round, {
    act_id: actId,
    act: asked,
    state: isStaked ? 'betting' : 'taken',
    place: acts.length,
    extraStake,
    ...(isStaked && { token: seated.token }),
  })
  const stored = (await readActs(tx, roundId)).find(({ act_id: id }) => id === actId)!
  if (isStaked) return ok({ round: await claimStake(parts, tx, round, 0), act: stored })
  if (extraStake > 0) await movePurse(tx, seated, { staked: BigInt(extraStake), paid: 0n })
  const stood = await stand(parts, tx, round, { acts: [...acts, asked], step: next, extraStake: BigInt(extraStake) })
  return ok({ round: stood, act: stored })
}

/** Recovery takes over if this call does not learn whether the stake was taken. */
async function claimStake(parts: StudioParts, tx: Tx, round: RoundRow, more: 0 | 1): Promise<RoundRow> {
  const attempts = more === 0 ? 0 : round.attempts + more
  await sql`
    UPDATE studio.rounds SET attempts = ${attempts}, next_attempt_at = ${new Date(parts.clock.now().getTime() + leaseMs)}
    WHERE id = ${round.id}`.execute(tx)
  return { ...round, attempts }
}

async function actInDemo(parts: StudioCore, seated: Seated, request: ActRequest): Promise<ActResult> {
  const fairness = await fairnessOf(parts, seated)
  try {
    return await parts.db.transaction(async (tx): Promise<ActResult> => {
      const made = await makeAct(parts, tx, seated, request)
      return made.ok ? ok(await finish(tx, seated, made.value.round, fairness)) : made
    })
  } catch (error) {
    if (error instanceof PurseEmpty) return refuse('insufficientFunds')
    throw error
  }
}

function isOf({ owner, launch, maths }: Seated, round: RoundRow): boolean {
  return (
    round.owner === owner &&
    round.game === maths.slug &&
    round.currency === launch.currency &&
    round.mode === launch.mode
  )
}

const isSameAct = (one: ActRow['act'], other: ActRow['act']) =>
  one.type === other.type && one.at === other.at && String(one.hold) === String(other.hold)

async function fairnessOf(parts: StudioCore, seated: Seated) {
  return toFairness(await openSeeds(parts, seatOf(seated)))
}
