/** Wagering progress, or the number of free spins played. */
import { useMoney } from '../../design/money/money.tsx'
import { Progress } from '../../design/progress/progress.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { formatPercent } from '../games/figures.ts'
import { percentOf } from '../limits/periods.ts'
import type { Held } from './held.ts'
import styles from './held-progress.module.css'

export function HeldProgress({ held }: { held: Held }) {
  const t = useLabels('bonuses')
  const locale = useLocale()
  const money = useMoney()
  const [done, total] =
    held.kind === 'bonus' ? [held.wagerTotal - held.wagerRemaining, held.wagerTotal] : [held.used, held.count]
  if (total === 0) return null
  const percent = percentOf(done, total)
  const words =
    held.kind === 'bonus'
      ? t('wageredOf', { done: money(done, held.currency), total: money(total, held.currency) })
      : t('playedOf', { done, total })
  return (
    <div className={styles.progress}>
      <p>
        <span>{words}</span>
        <strong>
          <bdi>{formatPercent(percent, locale)}</bdi>
        </strong>
      </p>
      <Progress percent={percent} label={words} />
    </div>
  )
}
