/** Prizes as text, by place, and as shares of a pool. */
import type { TextDeps } from '../../../deps.ts'
import { baseCurrency, formatAmount, type Rates } from '../../../reference/index.ts'
import { freeBetIn, type Promised } from '../../promised.ts'
import { cashOf, type PrizeReward, rewardAt, type TournamentDefinition, weightOf } from '../tournament-kind.ts'
import type { Run } from './runs.ts'

export function placesOf({
  prizes,
}: Pick<TournamentDefinition, 'prizes'>): Array<{ place: number; reward: PrizeReward }> {
  return prizes.flatMap(({ from, to, reward }) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({ place: from + index, reward })),
  )
}

/**
 * What each of the first places wins of a pool, in subunits: the whole pool is paid out, in proportion to the shares of
 * the places that are taken. Rounded down; what is left over goes to the first place.
 */
export function sharesOf(data: Pick<TournamentDefinition, 'prizes'>, pool: bigint, places: number): bigint[] {
  const weights = Array.from({ length: places }, (_, index) => weightOf(rewardAt(data, index + 1)!))
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  if (whole === 0n) return weights
  const amounts = weights.map((weight) => (pool * weight) / whole)
  const rest = pool - amounts.reduce((sum, amount) => sum + amount, 0n)
  return amounts.map((amount, index) => (index === 0 ? amount + rest : amount))
}

/** All that a run with these entries pays in cash. */
export function wholePool({ pool, buy_in, fee }: Pick<Run, 'pool' | 'buy_in' | 'fee'>, entries: number): bigint {
  return buy_in === null ? pool : pool + BigInt(entries) * (buy_in - fee!)
}

export function titleOfPrize(
  { content, promised, rates }: TextDeps & { promised: Promised; rates: Rates },
  reward: PrizeReward,
  locale: string,
): string {
  if (reward.kind === 'share')
    return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(reward.percent / 100)
  if (reward.kind === 'cash') return formatAmount(cashOf(reward), baseCurrency, locale)
  if (reward.kind === 'points') {
    const points = new Intl.NumberFormat(locale).format(reward.points)
    return content.labels(locale, 'tournaments').prizePoints!.replace('{points}', () => points)
  }
  if (reward.kind === 'freeBet') {
    const freeBet = freeBetIn(promised, reward.freeBetId, { currency: baseCurrency, rates, locale })
    if (!freeBet) return reward.freeBetId
    const amount = formatAmount(freeBet.amount, baseCurrency, locale)
    return content.labels(locale, 'tournaments').prizeFreeBet!.replace('{amount}', () => amount)
  }
  const names: Record<string, string> | undefined = promised.offers.get(reward.bonusId)?.name
  return names?.[locale] ?? names?.en ?? reward.bonusId
}
