/** Toggles the equivalent currency for balances. */
import { Switch } from '../../design/field/field.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useEquivalentChoice } from './equivalent.ts'
import styles from './equivalent-toggle.module.css'

export function EquivalentToggle() {
  const t = useLabels('wallet')
  const { code, isShown, show } = useEquivalentChoice()
  return (
    <div className={styles.row}>
      <Switch isOn={isShown} onSwitch={show}>
        {t('showEquivalent')}
      </Switch>
      <ModalLink modal="equivalent-currency" className={styles.code} aria-label={t('chooseEquivalent', { code })}>
        {code}
      </ModalLink>
    </div>
  )
}
