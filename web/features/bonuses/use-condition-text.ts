/** An offer's conditions in one line: "min €20, max €500 · wager 10x · max stake €5 · 14 days". */
import type { DepositBonus } from '#contract/bonuses.ts'
import { dotted } from '../../design/dotted.ts'
import { useMoney } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useRangeText } from './use-range-text.ts'

const daySeconds = 86_400

export function useConditionText(): (bonus: DepositBonus, currency: string) => string {
  const t = useLabels('bonuses')
  const money = useMoney()
  const range = useRangeText()
  return (bonus, currency) => {
    const { wageringMultiplier: times, maxBet, expiresAfterSeconds, winsAs } = bonus.terms
    const stake = maxBet.find((item) => item.currency === currency)
    return dotted([
      range(bonus, currency),
      times > 0 ? t(winsAs === 'bonus' ? 'shortWinsWager' : 'shortWager', { times }) : t('shortNoWager'),
      stake && t('shortMaxStake', { amount: money(stake.amount, currency, { isShort: true }) }),
      t('shortDays', { days: Math.round(expiresAfterSeconds / daySeconds) }),
    ])
  }
}
