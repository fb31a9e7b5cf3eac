/** A line in the session bar about free spins or the wagering of an active bonus. */
import type { PlayerBonus } from '#contract/bonuses.ts'
import type { FreeSpinsProgress } from '#contract/games.ts'
import type { Account } from '#contract/wallet.ts'
import { Detail } from '../../design/detail/detail.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Money } from '../../design/money/money.tsx'
import { Progress } from '../../design/progress/progress.tsx'
import { useLabels } from '../../render/labels.tsx'
import { percentOf } from '../limits/periods.ts'
import styles from './play-line.module.css'

type SpinsProps = { progress: Pick<FreeSpinsProgress, 'used' | 'total'>; onCash: () => void; isLocked: boolean }

/** Shows "Free spin 4 of 25" with a button to play with cash. */
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

/** Offers the remaining free spins while cash is played. */
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

/** The id of the panel with the details of the bonus. */
export const bonusPanelId = 'bonus-panel'

/** `percent` is how much of a stake in this game counts towards wagering. */
type BonusProps = { bonus: PlayerBonus; percent: number; account: Pick<Account, 'balance' | 'bonusBalance'> }

/** Shows cash and bonus money separately, and the wagering progress or that the bonus does not apply here. */
export function BonusLine({ bonus, percent, account }: BonusProps) {
  const t = useLabels('games')
  const isExcluded = percent === 0
  const { currency } = bonus
  const placed = bonus.wagerTotal - bonus.wagerRemaining
  return (
    <div className={styles.line} data-bonus={isExcluded ? 'excluded' : 'active'}>
      {isExcluded && (
        <p className={styles.note}>
          <Icon name="gift-off" size={18} />
          <span>{t('bonusExcluded')}</span>
        </p>
      )}
      <div className={styles.funds}>
        <span className={styles.mark}>
          <Icon name="gift" size={18} />
        </span>
        <dl className={styles.parts}>
          <Detail data-part="cash" term={t('cash')}>
            <Money amount={account.balance - account.bonusBalance} currency={currency} />
          </Detail>
          <Detail data-part="bonus" term={t('bonusMoney')}>
            <Money amount={account.bonusBalance} currency={currency} />
          </Detail>
        </dl>
        <button type="button" className={styles.info} popoverTarget={bonusPanelId} aria-label={t('bonusDetails')}>
          <Icon name="info" size={18} />
        </button>
      </div>
      {!isExcluded && (
        <div className={styles.wager}>
          <span className={styles.label}>
            {t('wagering')}{' '}
            <bdi>
              <Money amount={placed} currency={currency} /> / <Money amount={bonus.wagerTotal} currency={currency} />
            </bdi>
          </span>
          <span className={styles.progress}>
            <Progress
              label={t('wagering')}
              percent={bonus.wagerTotal > 0 ? percentOf(placed, bonus.wagerTotal) : 100}
            />
          </span>
        </div>
      )}
    </div>
  )
}

/** Counts down the last minute before a reality check. Screen readers announce only the check itself. */
export function RealityCheckLine({ secondsLeft }: { secondsLeft: number }) {
  const t = useLabels('games')
  return (
    <p className={styles.line}>
      <Icon name="clock" size={18} />
      <span>{t('realityCheckIn', { seconds: secondsLeft })}</span>
    </p>
  )
}
