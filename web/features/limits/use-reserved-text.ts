/** Describes the part of a deposit limit that unpaid deposits reserve; null without a reservation. */
import type { Limit } from '#contract/limits.ts'
import { useMoney } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useDayText } from './use-day-text.ts'

export function useReservedText(): (limit: Limit) => string | null {
  const t = useLabels('limits')
  const money = useMoney()
  const day = useDayText()
  return ({ reservedAmount, reservedUntil, currency }) => {
    if (!reservedAmount || !currency) return null
    const amount = money(reservedAmount, currency)
    return reservedUntil ? t('reservedPartUntil', { amount, until: day(reservedUntil) }) : t('reservedPart', { amount })
  }
}
