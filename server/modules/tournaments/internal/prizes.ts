/** Prizes as text, and by place. */
import type { Deps } from '../../../deps.ts'
import type { RewardOffers } from '../../bonuses/grant-as-reward.ts'
import { baseCurrency } from '../../reference/currencies.ts'
import { formatAmount } from '../../reference/format-amount.ts'
import type { Reward } from '../../rewards/reward.ts'
import { cashOf, type TournamentDefinition } from '../tournament-kind.ts'

export function placesOf({ prizes }: Pick<TournamentDefinition, 'prizes'>): Array<{ place: number; reward: Reward }> {
  return prizes.flatMap(({ from, to, reward }) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({ place: from + index, reward })),
  )
}

export function titleOfPrize(
  { content, offers }: Pick<Deps, 'content'> & { offers: RewardOffers },
  reward: Reward,
  locale: string,
): string {
  if (reward.kind === 'cash') return formatAmount(cashOf(reward), baseCurrency, locale)
  if (reward.kind === 'points') {
    const points = new Intl.NumberFormat(locale).format(reward.points)
    return content.labels(locale, 'tournaments').prizePoints!.replace('{points}', () => points)
  }
  const names: Record<string, string> | undefined = offers.get(reward.bonusId)?.name
  return names?.[locale] ?? names?.en ?? reward.bonusId
}
