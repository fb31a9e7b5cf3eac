/** A deposit's reward as a button label: "€50", "25 FS", "€50 + 25 FS"; null without one. */
import type { DepositBonus } from '#contract/bonuses.ts'
import { useMoney } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { expectedBonus } from './terms.ts'

export function useExpectedText(): (bonus: DepositBonus, currency: string, amount: number) => string | null {
  const t = useLabels('bonuses')
  const money = useMoney()
  return (bonus, currency, amount) => {
    const { cash, spins } = expectedBonus(bonus, currency, amount)
    const parts = [
      ...(cash > 0 ? [t('cashBonus', { amount: money(cash, currency, { isShort: true }) })] : []),
      ...(spins > 0 ? [t('spinsShort', { count: spins })] : []),
    ]
    return parts.length > 0 ? parts.join(' + ') : null
  }
}
