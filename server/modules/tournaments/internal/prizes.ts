/** Prizes as text, and by place. */
import type { Deps } from '../../../deps.ts'
import { baseCurrency } from '../../reference/currencies.ts'
import { formatAmount } from '../../reference/format-amount.ts'
import type { Rates } from '../../reference/rates.ts'
import { freeBetIn, type Promised } from '../../rewards/promised.ts'
import type { Reward } from '../../rewards/reward.ts'
import { cashOf, type TournamentDefinition } from '../tournament-kind.ts'

export function placesOf({ prizes }: Pick<TournamentDefinition, 'prizes'>): Array<{ place: number; reward: Reward }> {
  return prizes.flatMap(({ from, to, reward }) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({ place: from + index, reward })),
  )
}

export function titleOfPrize(
  { content, promised, rates }: Pick<Deps, 'content'> & { promised: Promised; rates: Rates },
  reward: Reward,
  locale: string,
): string {
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
