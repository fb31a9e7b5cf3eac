/** The account bar: account, balance and short player id. */
import { useState } from 'react'
import type { Account } from '#contract/wallet.ts'
import { useApi } from '../../api/use-api.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { Money } from '../../design/money/money.tsx'
import { AccountsList } from '../../features/wallet/accounts-list.tsx'
import { CurrencyMark } from '../../features/wallet/currency-mark.tsx'
import { useEquivalent, useEquivalentChoice } from '../../features/wallet/equivalent.ts'
import { EquivalentToggle } from '../../features/wallet/equivalent-toggle.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './account-bar.module.css'

export function AccountBar({ account, amount }: { account: Account; amount: 'balance' | 'withdrawalBalance' }) {
  const t = useLabels('wallet')
  const [isOpen, setOpen] = useState(false)
  const equivalent = useEquivalent()
  const { isShown } = useEquivalentChoice()
  const value = account[amount]
  const worth = isShown ? equivalent(value, account.currency) : null
  return (
    <div className={styles.bar}>
      <button type="button" className={styles.current} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <CurrencyMark currency={account.currency} size={40} />
        <span className={styles.words}>
          <span className={styles.caption}>
            {t(amount === 'balance' ? 'balanceOf' : 'availableOf', { currency: account.currency })}
          </span>
          <span className={styles.amount}>
            <Money amount={value} currency={account.currency} />
            {worth && (
              <small>
                <bdi>{worth}</bdi>
              </small>
            )}
          </span>
        </span>
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
      </button>
      <ShortId />
      {isOpen && (
        <div className={styles.choice}>
          <AccountsList onChosen={() => setOpen(false)} />
          <EquivalentToggle />
        </div>
      )}
    </div>
  )
}

/** Shows the first segment of the player's id, which is short enough to read out to support. */
function ShortId() {
  const t = useLabels('wallet')
  const { data } = useApi('GET /api/player/profile')
  return data ? (
    <p className={styles.id}>
      {t('userId')} <bdi>{data.id.split('-')[0]!.toUpperCase()}</bdi>
    </p>
  ) : null
}
