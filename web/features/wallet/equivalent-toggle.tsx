/** Toggles the equivalent currency for balances. */
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useEquivalentChoice } from './equivalent.ts'
import styles from './equivalent-toggle.module.css'

export function EquivalentToggle() {
  const t = useLabels('wallet')
  const { code, isShown, show } = useEquivalentChoice()
  return (
    <div className={styles.row}>
      <label className={styles.toggle}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isShown}
          checked={isShown}
          onChange={(event) => show(event.target.checked)}
        />
        <span>{t('showEquivalent')}</span>
      </label>
      <ModalLink modal="equivalent-currency" className={styles.code} aria-label={t('chooseEquivalent', { code })}>
        {code}
      </ModalLink>
    </div>
  )
}
