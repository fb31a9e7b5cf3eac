/** A round as the studio stores it, and its views for players. */
import { mathsOf } from '../games.ts'
import type { Choice, Outcome } from '../slot-engine/outcome.ts'
import type { StudioRound } from '../studio-api.ts'

export type RoundState = 'betting' | 'accepted' | 'settled' | 'cancelling' | 'cancelled'

/** int8 columns are bigint; stakes and payouts fit a JSON number because of the stake limits. */
export type RoundRow = {
  id: string
  play_id: string
  owner: string
  game: string
  mode: 'real' | 'demo'
  seed_id: bigint
  nonce: bigint
  maths_version: string
  maths_hash: string
  currency: string
  stake: bigint
  choice: Choice
  state: RoundState
  outcome: Outcome | null
  payout: bigint
  refusal: string | null
  token: string | null
  attempts: number
  created_at: Date
}

/** No outcome before settlement: a bet that may still be rejected must not reveal what it would have won. */
export function shownStatus(state: RoundState): StudioRound['status'] {
  return state === 'settled' || state === 'cancelled' ? state : 'open'
}

export function toStudioRound(row: RoundRow): StudioRound {
  const isSettled = row.state === 'settled'
  return {
    id: row.id,
    playId: row.play_id,
    status: shownStatus(row.state),
    stake: Number(row.stake),
    choice: row.choice,
    outcome: isSettled ? row.outcome : null,
    payout: isSettled ? Number(row.payout) : 0,
    nonce: Number(row.nonce),
    createdAt: row.created_at.toISOString(),
  }
}

export function mathsOfRound(row: RoundRow) {
  const maths = mathsOf(row.game, row.maths_version)
  if (!maths)
    throw new Error(`round ${row.id} was played on ${row.game} ${row.maths_version}, which this build does not have`)
  return maths
}
