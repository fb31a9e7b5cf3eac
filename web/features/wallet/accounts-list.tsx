/** The list of accounts, of all or only crypto currencies, with buttons to add further ones. */
import { useState } from 'react'
import type { Account } from '#contract/wallet.ts'
import { useApi } from '../../api/use-api.ts'
import { ApiError } from '../../api/client.ts'
import { Icon } from '../../design/icon/icon.tsx'
import type { MoneyCurrency } from '../../design/money/format.ts'
import { Money, useCurrency } from '../../design/money/money.tsx'
import { Tabs } from '../../design/tabs/tabs.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useAlert } from '../alerts/raise-alert.ts'
import { useShownAccount } from './held-balance.ts'
import { useAccountActions, useAccounts } from './accounts.ts'
import { CurrencyMark } from './currency-mark.tsx'
import { useEquivalent, useEquivalentChoice } from './equivalent.ts'
import styles from './accounts-list.module.css'

type ListProps = {
  /** Called before an account is opened or switched, to hide the list. */
  onChosen: () => void
  /** Next to a game, balances do not include the result of a running round. */
  isBesideGame?: boolean
}

export function isInTab(tab: 'all' | 'crypto', { type }: Pick<MoneyCurrency, 'type'>): boolean {
  return tab === 'all' || type === 'crypto'
}

export function AccountsList({ onChosen, isBesideGame = false }: ListProps) {
  const t = useLabels('wallet')
  const [tab, setTab] = useState<'all' | 'crypto'>('all')
  const [busy, setBusy] = useState<string | null>(null)
  const { switchTo } = useAccountActions()
  const alert = useAlert()
  const { data: accounts = [] } = useAccounts()
  const { data: currencies = [] } = useApi('GET /api/settings/currencies')
  const typeOf = useCurrency()
  const isShown = (code: string) => isInTab(tab, typeOf(code))
  const further = currencies.filter(
    ({ code, isEnabled }) => isEnabled && isShown(code) && !accounts.some(({ currency }) => currency === code),
  )

  const choose = async (currency: string) => {
    onChosen()
    setBusy(currency)
    try {
      await switchTo(currency)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await alert('common', 'somethingWrong')
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className={styles.accounts}>
      <Tabs
        tabs={[
          { value: 'all', label: t('allAccounts') },
          { value: 'crypto', label: t('cryptoAccounts') },
        ]}
        value={tab}
        onChange={setTab}
        label={t('accounts')}
      >
        <ul className={styles.list}>
          {accounts
            .filter(({ currency }) => isShown(currency))
            .map((account) => (
              <li key={account.id}>
                <AccountRow
                  account={account}
                  isBesideGame={isBesideGame}
                  isBusy={busy === account.currency}
                  onChoose={() => void choose(account.currency)}
                />
              </li>
            ))}
        </ul>
        {further.length > 0 && (
          <>
            <h3 className={styles.heading}>{t('addCurrency')}</h3>
            <ul className={styles.further}>
              {further.map(({ code, name }) => (
                <li key={code}>
                  <button
                    type="button"
                    className={styles.add}
                    title={name}
                    disabled={busy !== null}
                    onClick={() => void choose(code)}
                  >
                    <CurrencyMark currency={code} size={24} />
                    {code}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Tabs>
    </div>
  )
}

type RowProps = { account: Account; isBesideGame: boolean; isBusy: boolean; onChoose: () => void }

function AccountRow({ account: known, isBesideGame, isBusy, onChoose }: RowProps) {
  const shown = useShownAccount(known)
  const account = isBesideGame ? shown : known
  const t = useLabels('wallet')
  const equivalent = useEquivalent()
  const { isShown } = useEquivalentChoice()
  const isActive = account.status === 1
  const worth = isShown ? equivalent(account.balance, account.currency) : null
  return (
    <button
      type="button"
      className={styles.row}
      aria-pressed={isActive}
      aria-busy={isBusy || undefined}
      disabled={isBusy}
      onClick={isActive ? undefined : onChoose}
    >
      <CurrencyMark currency={account.currency} />
      <span className={styles.name}>
        {account.currency}
        {isActive && (
          <span className={styles.active}>
            <Icon name="check" size={16} />
            {t('active')}
          </span>
        )}
      </span>
      <span className={styles.balance}>
        <Money amount={account.balance} currency={account.currency} />
        {worth && (
          <small>
            <bdi>{worth}</bdi>
          </small>
        )}
      </span>
    </button>
  )
}
