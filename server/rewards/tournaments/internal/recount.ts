/** Scores counted from the rounds themselves, one at a time and in exact fractions: what the stored ones must equal. */
import { exchange } from '#contract/exchange.ts'
import { baseCurrency, sideOf } from '../../../reference/index.ts'
import type { Run } from './runs.ts'

export type CountedRound = {
  movement_id: bigint
  player_id: string
  game_id: string
  currency: string
  stake: bigint
  won: bigint
  bonus_stake: bigint
  free_stake: bigint
}
export type Recounted = { score: bigint; reached: bigint; rounds: number }
/** Multipliers of the rounds that may be among the best, for equalised scores. */
export type Counting = Recounted & { first: bigint[] }
type Rules = Pick<
  Run,
  | 'score_by'
  | 'first_rounds'
  | 'best_rounds'
  | 'multiplier_cap'
  | 'min_stake'
  | 'games'
  | 'currencies'
  | 'counts_bonus_money'
  | 'counts_free_spins'
> & { rates: Record<string, number> }

/** Adds a round of the run's term to its player's score. Rounds are given in the order of their movements. */
export function countRound(rules: Rules, scores: Map<string, Counting>, round: CountedRound): void {
  const staked = round.stake + round.free_stake
  if (!countsAs(rules, round) || staked === 0n) return
  const base = (amount: bigint) => inBase(amount, round.currency, rules.rates)
  if (base(staked) < rules.min_stake) return
  const before = scores.get(round.player_id) ?? { score: 0n, reached: 0n, rounds: 0, first: [] }
  const rounds = before.rounds + 1
  const first =
    rules.score_by === 'equalised' && rounds <= rules.first_rounds!
      ? [...before.first, capped(rules, round)]
      : before.first
  const score = scoreAfter(rules, { score: before.score, first }, { rounds, staked, won: round.won, base })
  const isReached = score !== before.score || (rules.score_by === 'multiplier' && rounds === 1)
  scores.set(round.player_id, { score, rounds, first, reached: isReached ? round.movement_id : before.reached })
}

function countsAs(rules: Rules, { game_id, currency, bonus_stake, free_stake }: CountedRound): boolean {
  return (
    (rules.games === null || rules.games.includes(game_id)) &&
    (rules.currencies === null || rules.currencies.includes(currency)) &&
    (rules.counts_bonus_money || bonus_stake === 0n) &&
    (rules.counts_free_spins || free_stake === 0n) &&
    rules.rates[currency] !== undefined
  )
}

function capped({ multiplier_cap: cap }: Rules, { won, stake, free_stake }: CountedRound): bigint {
  const multiplier = (won * 100n) / (stake + free_stake)
  return multiplier < cap! ? multiplier : cap!
}

type Played = { rounds: number; staked: bigint; won: bigint; base: (amount: bigint) => bigint }

function scoreAfter(
  rules: Rules,
  { score, first }: Pick<Counting, 'score' | 'first'>,
  { rounds, staked, won, base }: Played,
): bigint {
  const multiplier = (won * 100n) / staked
  switch (rules.score_by) {
    case 'stake':
      return score + base(staked)
    case 'rounds':
      return score + 1n
    case 'net':
      return score + base(won) - base(staked)
    case 'equalised':
      return first
        .toSorted((a, b) => Number(b - a))
        .slice(0, rules.best_rounds!)
        .reduce((sum, each) => sum + each, 0n)
    case 'multiplier':
      return multiplier > score ? multiplier : score
    default:
      return rounds <= rules.first_rounds! ? score + multiplier : score
  }
}

/** Subunits of the base currency, rounded down. */
function inBase(amount: bigint, currency: string, rates: Record<string, number>): bigint {
  return exchange(amount, sideOf(currency, rates), sideOf(baseCurrency, rates), 'down')
}
