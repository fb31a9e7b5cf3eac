/** The header's wallet pill: live balance, accounts, deposit and withdraw. */
import { Suspense, useState } from 'react'
import { track } from '../../device/analytics.ts'
import { buttonClass } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Money } from '../../design/money/money.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { NotLoaded, optional } from '../../render/optional.tsx'
import { Popover } from '../../shell/popover.tsx'
import { useActiveAccount } from './accounts.ts'
import { useShownAccount } from './held-balance.ts'
import styles from './wallet-pill.module.css'

const menuId = 'accounts-menu'
const AccountsMenu = optional(() => import('./accounts-menu.tsx'), NotLoaded)

export function WalletPill() {
  const t = useLabels('shell')
  const active = useShownAccount(useActiveAccount())
  const [hasOpened, setOpened] = useState(false)
  return (
    <div className={styles.slot}>
      <button type="button" className={styles.pill} popoverTarget={menuId}>
        <span className={styles.hidden}>{t('wallet')}</span>
        {/* The key restarts the animation when the balance changes. */}
        {active ? (
          <span key={active.balance} className={styles.balance}>
            <Money amount={active.balance} currency={active.currency} />
          </span>
        ) : (
          <Skeleton width="5rem" />
        )}
        <Icon name="chevron-down" size={16} />
      </button>
      <ModalLink modal="wallet" value="deposit" className={`${buttonClass} ${styles.deposit}`} data-tone="primary">
        <Icon name="plus" />
        <span>{t('deposit')}</span>
      </ModalLink>
      <Popover
        id={menuId}
        label={t('wallet')}
        onOpen={() => {
          setOpened(true)
          track('balance', { step: 'open' })
        }}
      >
        {hasOpened && (
          <Suspense
            fallback={
              <div className={styles.loading}>
                <Skeleton height={56} />
                <Skeleton height={56} />
              </div>
            }
          >
            <AccountsMenu onDone={() => document.getElementById(menuId)?.hidePopover()} />
          </Suspense>
        )}
      </Popover>
    </div>
  )
}
