/** The wallet popover: accounts, and deposit and withdraw side by side. */
import { buttonClass } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import { useIsOnBreak } from '../limits/use-is-on-break.ts'
import { AccountsList } from './accounts-list.tsx'
import { EquivalentToggle } from './equivalent-toggle.tsx'
import styles from './accounts-menu.module.css'

export default function AccountsMenu({ onDone }: { onDone: () => void }) {
  const t = useLabels('wallet')
  const isOnBreak = useIsOnBreak()
  return (
    <div className={styles.menu}>
      <AccountsList onChosen={onDone} isBesideGame />
      <EquivalentToggle />
      <div className={styles.actions}>
        {!isOnBreak && (
          <ModalLink modal="wallet" value="deposit" className={buttonClass} data-tone="primary" onClick={onDone}>
            <Icon name="deposit" />
            {t('deposit')}
          </ModalLink>
        )}
        <ModalLink modal="wallet" value="withdraw" className={buttonClass} data-tone="quiet" onClick={onDone}>
          <Icon name="withdraw" />
          {t('withdraw')}
        </ModalLink>
      </div>
      <Link to="/profile/wallet" className={styles.all}>
        {t('manageAccounts')}
      </Link>
    </div>
  )
}
