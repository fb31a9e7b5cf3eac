/** The amount of a deposit limit reserved by unpaid deposits, and until when; null without a reservation. */
import type { Limit } from '#contract/limits.ts'
import { useMoney } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useDayWords } from './use-day-words.ts'

export function useReservedWords(): (limit: Limit) => string | null {
  const t = useLabels('limits')
  const money = useMoney()
  const day = useDayWords()
  return ({ reservedAmount, reservedUntil, currency }) => {
    if (!reservedAmount || !currency) return null
    const amount = money(reservedAmount, currency)
    return reservedUntil ? t('reservedPartUntil', { amount, until: day(reservedUntil) }) : t('reservedPart', { amount })
  }
}
