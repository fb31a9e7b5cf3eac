/** Wagering progress, or the number of free spins played. */
import { useMoney } from '../../design/money/money.tsx'
import { Progress } from '../../design/progress/progress.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { formatPercent } from '../games/figures.ts'
import { percentOf } from '../limits/periods.ts'
import type { PlayerBonusOrSpins } from './player-bonuses.ts'
import styles from './bonus-progress.module.css'

export function BonusProgress({ bonus }: { bonus: PlayerBonusOrSpins }) {
  const t = useLabels('bonuses')
  const locale = useLocale()
  const money = useMoney()
  const [done, total] =
    bonus.kind === 'bonus' ? [bonus.wagerTotal - bonus.wagerRemaining, bonus.wagerTotal] : [bonus.used, bonus.count]
  if (total === 0) return null
  const percent = percentOf(done, total)
  const texts =
    bonus.kind === 'bonus'
      ? t('wageredOf', { done: money(done, bonus.currency), total: money(total, bonus.currency) })
      : t('playedOf', { done, total })
  return (
    <div className={styles.progress}>
      <p>
        <span>{texts}</span>
        <strong>
          <bdi>{formatPercent(percent, locale)}</bdi>
        </strong>
      </p>
      <Progress percent={percent} label={texts} />
    </div>
  )
}
