/** Replaces the withdrawal form while turnover is outstanding. */
import type { TurnoverWager } from '#contract/limits.ts'
import { ButtonLink } from '../../design/button/button.tsx'
import { TurnoverProgress } from '../../features/limits/turnover-progress.tsx'
import { useLabels } from '../../render/labels.tsx'
import { ModalLink } from '../use-modal.tsx'
import styles from '../wallet.module.css'

export function TurnoverPanel({ wager }: { wager: TurnoverWager }) {
  const t = useLabels('limits')
  return (
    <section className={styles.turnover} aria-live="polite">
      <h3>{t('turnoverTitle')}</h3>
      <p>{t('turnoverText')}</p>
      <TurnoverProgress wager={wager} />
      <div className={styles.choices}>
        <ButtonLink to="/" tone="primary">
          {t('toGames')}
        </ButtonLink>
        <ModalLink modal="turn-over-wager" className={styles.why}>
          {t('turnoverWhy')}
        </ModalLink>
      </div>
    </section>
  )
}
