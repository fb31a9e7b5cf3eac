/** A round as the studio stores it, and its views for players. */
import { z } from 'zod'
import { FloorChoice, FloorOutcome } from '#contract/floor-rounds.ts'
import { CrashChoice, MinesChoice, SteppedOutcome, TowersChoice } from '#contract/rounds.ts'
import { mathsOf } from '../games.ts'
import { loadReplaced } from '../replaced/versions.ts'
import type { Choice, Outcome } from '../slot-engine/outcome.ts'
import type { PublicRound, StudioRound } from '../studio-api.ts'

export type RoundState = 'betting' | 'playing' | 'accepted' | 'settled' | 'cancelling' | 'cancelled'

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
  extra_stake: bigint
  choice: Choice
  state: RoundState
  outcome: Outcome | null
  payout: bigint
  refusal: string | null
  token: string | null
  attempts: number
  created_at: Date
}
/** A round as the database returns it, with its JSON not validated yet. */
export type StoredRound = Omit<RoundRow, 'choice' | 'outcome'> & Record<'choice' | 'outcome', unknown>

const DiceChoice = z.object({ target: z.number(), direction: z.enum(['under', 'over']) })
const DiceOutcome = DiceChoice.extend({ roll: z.number(), isWin: z.boolean(), payout: z.number() })
const SymbolId = z.enum(['p1', 'p2', 'p3', 'p4', 'l1', 'l2', 'l3', 'l4', 'wild', 'scatter', 'coin', 'blank'])
const SlotWin = z.object({
  kind: z.enum(['line', 'ways', 'scatter', 'coins']),
  line: z.number().exactOptional(),
  ways: z.number().exactOptional(),
  symbol: SymbolId,
  count: z.number(),
  positions: z.array(z.tuple([z.number(), z.number()])),
  multiplier: z.number(),
  payout: z.number(),
})
const SlotSpin = z.object({
  kind: z.enum(['paid', 'free', 'cascade', 'hold']),
  stops: z.array(z.number()),
  grid: z.array(z.array(SymbolId)),
  wins: z.array(SlotWin),
  payout: z.number(),
  multiplier: z.number(),
  freeSpinsAwarded: z.number(),
  values: z.array(z.array(z.number())).exactOptional(),
  left: z.number().exactOptional(),
})
const SpinOutcome = z.object({ spins: z.array(SlotSpin), payout: z.number() })
const StoredJson = z.object({
  choice: z.union([DiceChoice, FloorChoice, MinesChoice, TowersChoice, CrashChoice]).nullable(),
  outcome: z.union([SpinOutcome, DiceOutcome, FloorOutcome, SteppedOutcome]).nullable(),
}) satisfies z.ZodType<Pick<RoundRow, 'choice' | 'outcome'>>

/** Validates the stored JSON. Throws if no game has such a choice or outcome. */
export function readRound<R extends StoredRound>(row: R): Omit<R, 'choice' | 'outcome'> & RoundRow {
  const read = StoredJson.safeParse(row)
  if (read.success) return { ...row, ...read.data }
  throw new Error(`round ${row.id} is malformed at ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`)
}

/** Hides the outcome before settlement: a bet that may still be rejected must not reveal what it would have won. */
export function shownStatus(state: RoundState): PublicRound['status'] {
  return state === 'settled' || state === 'cancelled' ? state : 'open'
}

/** `progress` belongs to a round of several steps that is being played. */
export function toStudioRound(
  row: Pick<
    RoundRow,
    'id' | 'play_id' | 'state' | 'stake' | 'extra_stake' | 'choice' | 'outcome' | 'payout' | 'nonce' | 'created_at'
  >,
  progress: StudioRound['progress'] = null,
): StudioRound {
  const isSettled = row.state === 'settled'
  return {
    id: row.id,
    playId: row.play_id,
    status: row.state === 'playing' ? 'playing' : shownStatus(row.state),
    stake: Number(row.stake),
    extraStake: Number(row.extra_stake),
    choice: row.choice,
    progress: isSettled ? endOf(row.outcome) : progress,
    outcome: isSettled ? row.outcome : null,
    payout: isSettled ? Number(row.payout) : 0,
    nonce: Number(row.nonce),
    createdAt: row.created_at.toISOString(),
  }
}

function endOf(outcome: Outcome | null): StudioRound['progress'] {
  return outcome && 'acts' in outcome ? { view: outcome.view, acts: outcome.acts.length } : null
}

// Loaded before any round is read, because rounds of a replaced version may be open.
await loadReplaced()

export function mathsOfRound(row: RoundRow) {
  const maths = mathsOf(row.game, row.maths_version)
  if (!maths)
    throw new Error(`round ${row.id} was played on ${row.game} ${row.maths_version}, which this build does not have`)
  return maths
}
