/** The header's place for money: the active balance and the way to pay in. */
import { useApi } from '../api/use-api.ts'
import { useLabels } from '../render/labels.tsx'
import { buttonClass } from '../design/button/button.tsx'
import { Icon } from '../design/icon/icon.tsx'
import { Money } from '../design/money/money.tsx'
import { Skeleton } from '../design/skeleton/skeleton.tsx'
import { ModalLink } from '../modals/use-modal.tsx'
import styles from './wallet-slot.module.css'

export function WalletSlot() {
  const t = useLabels('shell')
  const { data } = useApi('GET /api/wallet/accounts')
  const active = data?.find((account) => account.status === 1)
  return (
    <div className={styles.slot}>
      <span className={styles.pill}>{active ? <Money amount={active.balance} currency={active.currency} /> : <Skeleton width="5rem" />}</span>
      <ModalLink modal="wallet" value="deposit" className={`${buttonClass} ${styles.deposit}`} data-tone="primary"><Icon name="plus" /><span>{t('deposit')}</span></ModalLink>
    </div>
  )
}
