/** What is being played with: free spins, or the wagering of an active bonus. */
import type { PlayerBonus } from '#contract/bonuses.ts'
import type { FreeSpinsProgress } from '#contract/games.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { Money } from '../../design/money/money.tsx'
import { Progress } from '../../design/progress/progress.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './play-line.module.css'

type SpinsProps = { progress: Pick<FreeSpinsProgress, 'used' | 'total'>; onCash: () => void; isLocked: boolean }

/** `Free spin 4 of 25`, with the explicit way to cash. */
export function FreeSpinsLine({ progress: { used, total }, onCash, isLocked }: SpinsProps) {
  const t = useLabels('games')
  return (
    <p className={styles.line} data-free="">
      <Icon name="gift" size={18} />
      <strong>{t('freeSpinNumber', { number: Math.min(used + 1, total), total })}</strong>
      <button type="button" className={styles.switch} onClick={onCash} disabled={isLocked}>
        {t('playWithCash')}
      </button>
    </p>
  )
}

/** Free spins wait while cash is played. */
export function SpinsWaitingLine({
  left,
  onSpins,
  isLocked,
}: {
  left: number
  onSpins: () => void
  isLocked: boolean
}) {
  const t = useLabels('games')
  return (
    <p className={styles.line}>
      <Icon name="gift" size={18} />
      <button type="button" className={styles.switch} onClick={onSpins} disabled={isLocked}>
        {t('playFreeSpins', { count: left })}
      </button>
    </p>
  )
}

export function BonusLine({ bonus, isExcluded }: { bonus: PlayerBonus; isExcluded: boolean }) {
  const t = useLabels('games')
  if (isExcluded)
    return (
      <p className={styles.line} data-warning="">
        <Icon name="info" size={18} />
        {t('bonusExcluded')}
      </p>
    )
  const placed = bonus.wagerTotal - bonus.wagerRemaining
  return (
    <div className={styles.line}>
      <span className={styles.label}>
        {t('wagering')}{' '}
        <bdi>
          <Money amount={placed} currency={bonus.currency} /> /{' '}
          <Money amount={bonus.wagerTotal} currency={bonus.currency} />
        </bdi>
      </span>
      <span className={styles.progress}>
        <Progress label={t('wagering')} percent={bonus.wagerTotal > 0 ? (placed / bonus.wagerTotal) * 100 : 100} />
      </span>
    </div>
  )
}
