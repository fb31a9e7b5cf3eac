/** States how long a cooling-off period or self-exclusion lasts, and how it ends. */
import { isEndless } from '#contract/break-ends.ts'
import type { Exclusion } from '#contract/identity.ts'
import type { Limit } from '#contract/limits.ts'
import { useLabels } from '../../render/labels.tsx'
import { definitionOf } from './periods.ts'
import { useDayText } from './use-day-text.ts'
import { useProtection } from './use-protection.ts'

export function useBreakText(): (found: Limit | Exclusion) => string {
  const t = useLabels('limits')
  const day = useDayText()
  const { exclusionEndDelayHours: hours } = useProtection()
  return (found) => {
    const { definition, endsAt, isForced } = found
    const isTermOver = 'mayEnd' in found ? found.mayEnd : found.isTermOver
    const endsFor = 'pending' in found ? found.pending?.appliesFrom : undefined
    if (definition !== definitionOf['self-exclusion'])
      return t(isForced ? 'cooling-offForced' : 'cooling-offUntil', { until: day(endsAt) })
    if (endsFor) return t('self-exclusionEnding', { at: day(endsFor) })
    if (isTermOver) return t('self-exclusionTermOver', { until: day(endsAt), hours })
    return isEndless(endsAt) ? t('self-exclusionEndless') : t('self-exclusionUntil', { until: day(endsAt) })
  }
}
