/**
 * Handles an act inside a round that is being played. A repeated act gets the current state of its round. If two tabs act at
 * the same time, only one act takes effect, and the other tab learns that the round has changed: an act names the number of
 * acts that the player has seen. An act needs an open session.
 *
 * An extra stake is a bet of the same round, with every gate except a due reality check. The act is stored before its bet
 * is sent and counts once the bet is accepted. A bet without an answer is repeated, and taken back after a minute.
 */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { isShared } from '../shared.ts'
import type { ActRequest, PlayReply, StudioErrorName } from '../studio-api.ts'
import { balanceOf } from './balance.ts'
import { finish, changeDemoBalance, DemoBalanceTooLow } from './demo.ts'
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
  storeStep,
  steppedMathsOf,
  stepOf,
} from './stepped-round.ts'

export type ActRefusal =
  | PlayRefusal
  | Extract<StudioErrorName, 'actInvalid' | 'actConflict' | 'roundEnded' | 'roundNotFound'>
type ActResult = Result<PlayReply, ActRefusal>

/**
 * `country` is that of the request, null if unknown. `receivedAt` is when it arrived, which determines the multiplier of a
 * cash-out in a shared round.
 */
export async function act(
  parts: StudioCore,
  seated: Seated,
  request: ActRequest,
  country: string | null = null,
  receivedAt: Date = parts.clock.now(),
): Promise<ActResult> {
  if (isShared(seated.maths)) return cashOutShared(parts, seated, request, receivedAt)
  // Throws if the session has ended. Another session can then continue the round, or it ends by the rule of its game.
  const balance = await balanceOf(parts, seated)
  if (seated.launch.mode === 'demo') return actInDemo(parts, seated, request)
  const stored = await parts.db.transaction((tx) => storeAct(parts, tx, seated, request))
  if (!stored.ok) return stored
  const { round, act: row } = stored.value
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
 * Cashes out a bet of a shared round. It needs no open session: the round does not wait, and the launch token can only be used
 * to pay its own player.
 */
async function cashOutShared(
  parts: StudioCore,
  seated: Seated,
  { roundId, actId, act: requested }: ActRequest,
  receivedAt: Date,
): Promise<ActResult> {
  if (requested.type !== 'cashOut' || Object.keys(requested).length > 1) return refuse('actInvalid')
  const request = { id: roundId, actId, receivedAt, isOwn: (round: RoundRow) => isOf(seated, round) }
  const cashedOut = await parts.db.transaction((tx) => cashOut(parts, tx, request))
  if (!cashedOut.ok) return cashedOut
  const driven =
    cashedOut.value.mode === 'demo'
      ? { round: cashedOut.value, balance: null }
      : await settleRound(parts, await claimed(parts, cashedOut.value))
  return answer(parts, seated, driven, await fairnessOf(parts, seated))
}

async function claimed(parts: StudioCore, round: RoundRow): Promise<RoundRow> {
  return round.state === 'accepted' ? ((await claimRound(parts, round.id)) ?? round) : round
}

/** Stores the act under the round's lock. An act without a further stake takes effect immediately. */
async function storeAct(
  parts: StudioParts,
  tx: Tx,
  seated: Seated,
  { roundId, actId, after, act: requested }: ActRequest,
): Promise<
  Result<
    { round: RoundRow; act: ActRow },
    'roundNotFound' | 'playConflict' | 'playInFlight' | 'roundEnded' | 'actConflict' | 'actInvalid'
  >
> {
  const round = await lockRound(tx, roundId)
  if (!round || !isOf(seated, round)) return refuse('roundNotFound')
  const rows = await readActs(tx, roundId)
  const repeated = rows.find(({ act_id: id }) => id === actId)
  if (repeated && !isSameAct(repeated.act, requested)) return refuse('playConflict')
  if (repeated) return ok({ round: isPending(repeated) ? await claimStake(parts, tx, round, 1) : round, act: repeated })
  if (round.state === 'betting' || round.state === 'cancelling' || rows.some(isPending)) return refuse('playInFlight')
  if (round.state !== 'playing') return refuse('roundEnded')
  const acts = rows.filter(isTaken).map((row) => row.act)
  if (acts.length !== after) return refuse('actConflict')
  const { draw, step } = await stepOf(tx, round, acts)
  const next = await steppedMathsOf(round).act(draw, step.state, requested)
  if (!next) return refuse('actInvalid')
  const extraStake = next.extraStake ?? 0
  const isStaked = extraStake > 0 && round.mode === 'real'
  await insertAct(parts, tx, round, {
    act_id: actId,
    act: requested,
    state: isStaked ? 'betting' : 'taken',
    place: acts.length,
    extraStake,
    ...(isStaked && { token: seated.token }),
  })
  const stored = (await readActs(tx, roundId)).find(({ act_id: id }) => id === actId)!
  if (isStaked) return ok({ round: await claimStake(parts, tx, round, 0), act: stored })
  if (extraStake > 0) await changeDemoBalance(tx, seated, { staked: BigInt(extraStake), paid: 0n })
  const changed = await storeStep(parts, tx, round, {
    acts: [...acts, requested],
    step: next,
    extraStake: BigInt(extraStake),
  })
  return ok({ round: changed, act: stored })
}

/** Leaves the round to recovery after the lease, in case this call does not learn whether the stake was taken. */
async function claimStake(parts: StudioParts, tx: Tx, round: RoundRow, attempt: 0 | 1): Promise<RoundRow> {
  const attempts = attempt === 0 ? 0 : round.attempts + 1
  await sql`
    UPDATE studio.rounds SET attempts = ${attempts}, next_attempt_at = ${new Date(parts.clock.now().getTime() + leaseMs)}
    WHERE id = ${round.id}`.execute(tx)
  return { ...round, attempts }
}

async function actInDemo(parts: StudioCore, seated: Seated, request: ActRequest): Promise<ActResult> {
  const fairness = await fairnessOf(parts, seated)
  try {
    return await parts.db.transaction(async (tx): Promise<ActResult> => {
      const stored = await storeAct(parts, tx, seated, request)
      return stored.ok ? ok(await finish(tx, seated, stored.value.round, fairness)) : stored
    })
  } catch (error) {
    if (error instanceof DemoBalanceTooLow) return refuse('insufficientFunds')
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
