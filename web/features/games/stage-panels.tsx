/** Stateless panels that cover the game or are shown between the game and its bar. */
import type { FreeSpinsProgress } from '#contract/games.ts'
import { Button, buttonClass, ButtonLink } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Money, useMoney } from '../../design/money/money.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './stage-panels.module.css'

type FundsProps = {
  needed: number
  currency: string
  affordable: number | null
  onLower: () => void
  /** The address of the demo; undefined if the game has none. */
  demo: string | undefined
}

/** The message for missing funds. `affordable` is null if the balance does not cover the lowest stake. */
export function OutOfFunds({ needed, currency, affordable, onLower, demo }: FundsProps) {
  const t = useLabels('games')
  const money = useMoney()
  return (
    <div className={styles.notice} role="alert">
      <p>{t('insufficientFunds', { stake: money(needed, currency) })}</p>
      <div className={styles.actions}>
        {affordable !== null ? (
          <Button size="s" onClick={onLower}>
            {t('lowerStake', { stake: money(affordable, currency) })}
          </Button>
        ) : (
          demo && (
            <ButtonLink to={demo} size="s">
              {t('playDemo')}
            </ButtonLink>
          )
        )}
        <ModalLink modal="wallet" value="deposit" className={buttonClass} data-tone="primary" data-size="s">
          {t('deposit')}
        </ModalLink>
      </div>
    </div>
  )
}

type SummaryProps = { progress: FreeSpinsProgress; onCash: () => void; onLeave: () => void }

/** The summary after free spins. The player must choose explicitly to continue with cash. */
export function FreeSpinsSummary({ progress, onCash, onLeave }: SummaryProps) {
  const t = useLabels('games')
  const { used, total, won, currency, winsAs } = progress
  return (
    <div className={styles.cover}>
      <section className={styles.summary} role="dialog" aria-labelledby="free-spins-over">
        <Icon name="gift" size={32} />
        <h2 id="free-spins-over">{t('freeSpinsOver')}</h2>
        <p>{t('freeSpinsPlayed', { used, total })}</p>
        <p className={styles.won}>
          <span>{t('totalWon')}</span> <Money amount={won} currency={currency} tone={won > 0 ? 'win' : 'soft'} />
        </p>
        {winsAs === 'bonus' && won > 0 && <p>{t('freeSpinsWinsBonus')}</p>}
        <div className={styles.actions}>
          <Button tone="primary" onClick={onCash} autoFocus>
            {t('playWithCash')}
          </Button>
          <Button onClick={onLeave}>{t('leaveGame')}</Button>
        </div>
      </section>
    </div>
  )
}
