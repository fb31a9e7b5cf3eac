/** One play: opens a round, drives it to its end, and answers a repeated play with the result of the first. */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { type FrameRefusal, isFrameRefusal } from '#contract/refusals-of-play.ts'
import { mathsHash } from '../maths-hash.ts'
import { isShared } from '../shared.ts'
import type { Fairness, PlayReply, PlayRequest, StudioErrorName } from '../studio-api.ts'
import { balanceOf } from './balance.ts'
import { playDemo } from './demo.ts'
import type { Choice } from '../slot-engine/outcome.ts'
import { type NewPlay, openRound } from './open-round.ts'
import type { StudioCore } from './parts.ts'
import { mathsOfRound, readRound, type RoundRow, type StoredRound, toStudioRound } from './round-row.ts'
import { seatOf, type Seated } from './seat.ts'
import { openSeeds, toFairness } from './seeds.ts'
import { acceptsBets } from './shared-bets.ts'
import { claimRound, type Driven, playThrough, settleRound } from './settle-round.ts'
import { highestStake, isStakeAllowed } from './stakes.ts'
import { progressOf } from './stepped-round.ts'

export type PlayRefusal =
  | FrameRefusal
  | Extract<
      StudioErrorName,
      | 'stakeInvalid'
      | 'choiceInvalid'
      | 'mathsReplaced'
      | 'playConflict'
      | 'playInFlight'
      | 'betsClosed'
      | 'actConflict'
      | 'tooFast'
      | 'operatorUnavailable'
    >
type PlayResult = Result<PlayReply, PlayRefusal> & { retryAfterMs?: number }

/** The refusal that the player gets for a bet that was refused for the stored reason. */
export const refusalOfBet = (stored: string | null): PlayRefusal =>
  isFrameRefusal(stored) || stored === 'betsClosed' ? stored : 'operatorUnavailable'

/** `country` is that of the request, null if unknown. */
export async function play(
  parts: StudioCore,
  seated: Seated,
  request: PlayRequest,
  country: string | null = null,
): Promise<PlayResult> {
  const { maths } = seated
  const offered = choiceOffered(seated, request)
  if (!offered.ok || isShared(maths)) {
    // A round that was opened before its maths was replaced continues, whatever the current version offers.
    const existing = await findPlay(parts, seated.owner, request.playId)
    if (existing) return repeat(parts, seated, existing, request)
    if (!offered.ok) return offered
    if (!(await acceptsBets(parts, maths, offered.value))) return refuse('betsClosed')
  }
  const { playId, stake } = request
  const newPlay = { ...seated, mathsHash: mathsHash(maths.slug), playId, stake, choice: offered.value }
  const played =
    seated.launch.mode === 'demo'
      ? await playDemo(parts, seated, newPlay)
      : await playForMoney(parts, seated, newPlay, country)
  if (played.ok || played.refusal === 'insufficientFunds') return played
  // A repeated play may have been refused because of its own round: its id exists already, or it is too soon after it.
  const existing = await findPlay(parts, seated.owner, request.playId)
  if (existing) return repeat(parts, seated, existing, request)
  // Another tab has an open bet or hand. It ends with the shared round or by acts of the player, so this request does
  // not wait for it.
  const isElsewhere = played.refusal === 'playInFlight' && (isShared(maths) || (await isPlaying(parts, seated)))
  return isElsewhere ? refuse('actConflict') : played
}

/**
 * Refuses the choice of a page that was opened under another version, because it shows other odds than would decide.
 */
function choiceOffered(
  seated: Seated,
  { stake, choice: requested, mathsVersion }: PlayRequest,
): Result<Choice, 'mathsReplaced' | 'stakeInvalid' | 'choiceInvalid'> {
  const { maths, stakes } = seated
  if (mathsVersion !== undefined && mathsVersion !== maths.version) return refuse('mathsReplaced')
  if (!isStakeAllowed(stakes, stake)) return refuse('stakeInvalid')
  const choice = maths.readChoice(requested, stake)
  if (choice === undefined) return refuse('choiceInvalid')
  return stake > highestStake(seated, choice) ? refuse('stakeInvalid') : ok(choice)
}

/** True if a round of several steps waits for an act of its player. */
async function isPlaying({ db }: StudioCore, { owner, maths, launch }: Seated): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM studio.rounds
    WHERE owner = ${owner} AND game = ${maths.slug} AND currency = ${launch.currency} AND state = 'playing'`.execute(
    db.kysely,
  )
  return rows.length > 0
}

async function playForMoney(
  parts: StudioCore,
  seated: Seated,
  newPlay: NewPlay,
  country: string | null,
): Promise<PlayResult> {
  const opened = await openRound(parts, newPlay)
  if (!opened.ok) return opened
  const { round, seeds } = opened.value
  const driven = await playThrough(parts, round, seeds, country)
  return answer(parts, seated, driven, toFairness(seeds))
}

async function findPlay(parts: StudioCore, owner: string, playId: string): Promise<RoundRow | undefined> {
  const { rows } =
    await sql<StoredRound>`SELECT * FROM studio.rounds WHERE owner = ${owner} AND play_id = ${playId}::uuid`.execute(
      parts.db.kysely,
    )
  return rows[0] && readRound(rows[0])
}

/** Continues an unfinished round, and returns the result of a finished one. */
async function repeat(parts: StudioCore, seated: Seated, round: RoundRow, request: PlayRequest): Promise<PlayResult> {
  const isSame =
    Number(round.stake) === request.stake &&
    round.game === seated.maths.slug &&
    round.currency === seated.launch.currency &&
    JSON.stringify(sorted(round.choice)) ===
      JSON.stringify(sorted(mathsOfRound(round).readChoice(request.choice, request.stake)))
  if (!isSame) return refuse('playConflict')
  const claimed = round.mode === 'real' && round.state !== 'playing' ? await claimRound(parts, round.id) : undefined
  const driven = claimed ? await settleRound(parts, claimed) : { round, balance: null }
  const seeds = await openSeeds(parts, seatOf(seated))
  return answer(parts, seated, driven, toFairness(seeds))
}

/** Sorts the keys, because jsonb does not keep their order. */
function sorted(value: unknown): unknown {
  return value && typeof value === 'object' ? Object.entries(value).sort(([a], [b]) => a.localeCompare(b)) : value
}

export async function answer(
  parts: StudioCore,
  seated: Seated,
  { round, balance: known }: Driven,
  fairness: Fairness,
): Promise<PlayResult> {
  if (round.state === 'cancelled' && round.refusal) {
    return refuse(refusalOfBet(round.refusal))
  }
  const balance = known ?? (await balanceOf(parts, seated))
  return ok({
    round: toStudioRound(round, await progressOf(parts.db.kysely, round)),
    balance: balance.valueOf(),
    fairness,
  })
}
