/** Minimum and maximum deposit of a bonus in the account's currency: "min €20, max €500". */
import type { DepositBonus } from '#contract/bonuses.ts'
import { useMoney } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { depositRange } from './terms.ts'

export function useRangeText(): (bonus: DepositBonus, currency: string) => string {
  const t = useLabels('bonuses')
  const money = useMoney()
  return (bonus, currency) => {
    const range = depositRange(bonus, currency)
    if (!range) return ''
    const min = money(range.from, currency, { isShort: true })
    return range.to === null
      ? t('minDeposit', { min })
      : t('minMaxDeposit', { min, max: money(range.to, currency, { isShort: true }) })
  }
}
