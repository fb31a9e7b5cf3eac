/** Formats the amount of a limit: money, or minutes of play if there is no currency. */
import { useMoney } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'

export function useLimitAmount(): (amount: number, currency: string | null) => string {
  const t = useLabels('limits')
  const money = useMoney()
  return (amount, currency) => (currency === null ? t('minutes', { count: amount }) : money(amount, currency))
}
