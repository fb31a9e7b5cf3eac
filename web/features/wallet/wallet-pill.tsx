/** The header's wallet pill: live balance, accounts, deposit and withdraw. */
import { Suspense, useState } from 'react'
import { track } from '../../device/analytics.ts'
import { buttonClass } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Money, useMoney } from '../../design/money/money.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { NotLoaded, optional } from '../../render/optional.tsx'
import { Popover } from '../../shell/popover.tsx'
import { useIsOnBreak } from '../limits/use-is-on-break.ts'
import { useActiveAccount } from './accounts.ts'
import { useShownAccount } from './held-balance.ts'
import { useInPlay } from './use-in-play.ts'
import styles from './wallet-pill.module.css'

const menuId = 'accounts-menu'
const AccountsMenu = optional(() => import('./accounts-menu.tsx'), NotLoaded)

export function WalletPill() {
  const t = useLabels('shell')
  const active = useShownAccount(useActiveAccount())
  const inPlay = useInPlay(active?.currency)
  const money = useMoney()
  const { hasOpened, open } = useAccountsMenu()
  const side = useIsOnBreak() ? 'withdraw' : 'deposit'
  return (
    <div className={styles.slot}>
      <button type="button" className={styles.pill} popoverTarget={menuId}>
        <span className={styles.hidden}>{t('wallet')}</span>
        {/* The key restarts the animation when the balance changes. */}
        {active ? (
          <span key={active.balance} className={styles.balance}>
            <Money amount={active.balance} currency={active.currency} />
            {inPlay > 0 && <small>{t('inPlay', { amount: money(inPlay, active.currency, { isShort: true }) })}</small>}
          </span>
        ) : (
          <Skeleton width="5rem" />
        )}
        <Icon name="chevron-down" size={16} />
      </button>
      <ModalLink modal="wallet" value={side} className={`${buttonClass} ${styles.deposit}`} data-tone="primary">
        <Icon name={side === 'deposit' ? 'plus' : 'withdraw'} />
        <span>{t(side)}</span>
      </ModalLink>
      <Popover id={menuId} label={t('wallet')} onOpen={open}>
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

/** The menu is loaded when it is first opened. */
export function useAccountsMenu(): { hasOpened: boolean; open: () => void } {
  const [hasOpened, setOpened] = useState(false)
  const open = () => {
    setOpened(true)
    track('balance', { step: 'open' })
  }
  return { hasOpened, open }
}
