/** The accounts page: balances, withdrawable amounts, and the active account. */
import { useState } from 'react'
import type { Account } from '#contract/wallet.ts'
import { ApiError } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { Badge } from '../../design/badge/badge.tsx'
import { Button, buttonClass, ButtonLink } from '../../design/button/button.tsx'
import { Detail } from '../../design/detail/detail.tsx'
import { Failed } from '../../design/empty/empty.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Money } from '../../design/money/money.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { Tabs } from '../../design/tabs/tabs.tsx'
import { useAlert } from '../../features/alerts/raise-alert.ts'
import { useIsOnBreak } from '../../features/limits/use-is-on-break.ts'
import { openPayments, OpenPayments } from '../../features/payments/open-payments.tsx'
import { useAccountActions, useAccounts } from '../../features/wallet/accounts.ts'
import { CurrencyMark } from '../../features/wallet/currency-mark.tsx'
import { useInPlay } from '../../features/wallet/use-in-play.ts'
import { useEquivalent, useEquivalentChoice } from '../../features/wallet/equivalent.ts'
import { EquivalentToggle } from '../../features/wallet/equivalent-toggle.tsx'
import { ModalLink, useModal } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { defineRoute, query } from '../../render/page.ts'
import { useNavigator, useSearch } from '../../render/router.tsx'
import { Page } from '../../shell/page-frame.tsx'
import { SwapPanel } from './wallet/swap-panel.tsx'
import { VaultPanel } from './wallet/vault-panel.tsx'
import styles from './wallet.module.css'

export const route = defineRoute({
  labels: ['wallet', 'swap', 'vault'],
  queries: () => [
    query('GET /api/payment/invoices', openPayments(1)),
    query('GET /api/payment/invoices', openPayments(2)),
    query('GET /api/wallet/in-play'),
  ],
  meta: ({ t }) => ({ title: t('pageTitle'), description: t('pageDescription'), noIndex: true }),
  View: WalletPage,
})

const tabs = { accounts: 'tabAccounts', swap: 'tabSwap', vault: 'tabVault' } as const
type Tab = keyof typeof tabs
const tabOf = (value: string | null): Tab =>
  value !== null && Object.hasOwn(tabs, value) ? (value as Tab) : 'accounts'

function WalletPage() {
  const t = useLabels('wallet')
  const navigator = useNavigator()
  const tab = tabOf(useSearch().get('tab'))
  const { data: accounts } = useAccounts()
  return (
    <Page title={t('pageTitle')} lead={t('pageLead')} aside={<PayLinks />}>
      <Tabs
        tabs={(Object.keys(tabs) as Tab[]).map((value) => ({ value, label: t(tabs[value]) }))}
        value={tab}
        onChange={(next) => navigator.setSearch(next === 'accounts' ? '' : `?tab=${next}`)}
        label={t('sections')}
      >
        {tab === 'accounts' && <Accounts />}
        {tab === 'swap' && accounts && <SwapPanel accounts={accounts} />}
        {tab === 'vault' && accounts && <VaultPanel accounts={accounts} />}
        {tab !== 'accounts' && !accounts && <Skeleton height={320} radius="l" />}
      </Tabs>
    </Page>
  )
}

function Accounts() {
  const t = useLabels('wallet')
  const { data: accounts, isError, refetch } = useAccounts()
  return (
    <div className={styles.page}>
      <EquivalentToggle />
      <OpenPayments type={1} />
      <OpenPayments type={2} />
      {isError && <Failed title={t('accountsFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      <ul className={styles.accounts}>
        {accounts
          ? accounts.map((account) => (
              <li key={account.id}>
                <AccountCard account={account} />
              </li>
            ))
          : !isError && (
              <li>
                <Skeleton height={220} radius="l" />
              </li>
            )}
      </ul>
      {accounts && <FurtherCurrencies accounts={accounts} />}
    </div>
  )
}

function PayLinks() {
  const t = useLabels('wallet')
  const isOnBreak = useIsOnBreak()
  return (
    <div className={styles.pay}>
      {!isOnBreak && (
        <ModalLink modal="wallet" value="deposit" className={buttonClass} data-tone="primary">
          <Icon name="deposit" />
          {t('deposit')}
        </ModalLink>
      )}
      <ModalLink modal="wallet" value="withdraw" className={buttonClass} data-tone="quiet">
        <Icon name="withdraw" />
        {t('withdraw')}
      </ModalLink>
    </div>
  )
}

function AccountCard({ account }: { account: Account }) {
  const t = useLabels('wallet')
  const { isShown } = useEquivalentChoice()
  const worth = useEquivalent()(account.balance, account.currency)
  const isActive = account.status === 1
  const bonus = account.balance - account.withdrawalBalance
  const inPlay = useInPlay(account.currency)
  return (
    <section className={styles.card} data-active={isActive || undefined} aria-label={account.currency}>
      <header className={styles.head}>
        <CurrencyMark currency={account.currency} size={40} />
        <h2>{account.currency}</h2>
        {isActive && <Badge tone="accent">{t('active')}</Badge>}
      </header>
      <p className={styles.balance}>
        <Money amount={account.balance} currency={account.currency} />
        {isShown && worth && (
          <small>
            <bdi>{worth}</bdi>
          </small>
        )}
      </p>
      <dl className={styles.parts}>
        <Detail term={t('available')}>
          <Money amount={account.withdrawalBalance} currency={account.currency} />
        </Detail>
        {bonus > 0 && (
          <Detail term={t('bonusMoney')}>
            <Money amount={bonus} currency={account.currency} />
          </Detail>
        )}
        {inPlay > 0 && (
          <Detail term={t('inPlay')}>
            <Money amount={inPlay} currency={account.currency} />
          </Detail>
        )}
        {account.lockedBalance > 0 && (
          <Detail term={t('onHold')}>
            <Money amount={account.lockedBalance} currency={account.currency} />
          </Detail>
        )}
        {account.vaultBalance > 0 && (
          <Detail term={t('inVault')}>
            <Money amount={account.vaultBalance} currency={account.currency} />
          </Detail>
        )}
      </dl>
      <footer className={styles.actions}>
        <ButtonLink to={`/profile/history?currency=${account.currency}`} size="s">
          {t('openLedger')}
        </ButtonLink>
        {!isActive && <AccountActions account={account} />}
      </footer>
    </section>
  )
}

/** Runs one action at a time and reports failures. */
function useBusy() {
  const alert = useAlert()
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await alert('common', 'somethingWrong')
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}

function AccountActions({ account }: { account: Account }) {
  const t = useLabels('wallet')
  const alert = useAlert()
  const { switchTo, hide } = useAccountActions()
  const { isBusy, run } = useBusy()
  const isEmpty = account.balance + account.lockedBalance + account.vaultBalance === 0
  const { currency } = account
  return (
    <>
      <Button
        size="s"
        disabled={isBusy}
        onClick={() =>
          void run(async () => {
            await switchTo(currency)
            await alert('payments', 'accountSwitched', { currency })
          })
        }
      >
        {t('useThis')}
      </Button>
      {isEmpty && (
        <Button
          size="s"
          tone="plain"
          disabled={isBusy}
          onClick={() =>
            void run(async () => {
              await hide(account)
              await alert('payments', 'accountHidden', { currency })
            })
          }
        >
          {t('hide')}
        </Button>
      )}
    </>
  )
}

function FurtherCurrencies({ accounts }: { accounts: Account[] }) {
  const t = useLabels('wallet')
  const { data = [] } = useApi('GET /api/settings/currencies')
  const modal = useModal()
  const isOnBreak = useIsOnBreak()
  const { switchTo } = useAccountActions()
  const { isBusy, run } = useBusy()
  const further = data.filter(({ code, isEnabled }) => isEnabled && !accounts.some(({ currency }) => currency === code))
  if (further.length === 0) return null
  const add = async (code: string) => {
    await switchTo(code)
    if (!isOnBreak) modal.open('wallet', 'deposit')
  }
  return (
    <section className={styles.further}>
      <h2>{t('addCurrency')}</h2>
      <ul>
        {further.map(({ code, name }) => (
          <li key={code}>
            <button type="button" className={styles.add} disabled={isBusy} onClick={() => void run(() => add(code))}>
              <CurrencyMark currency={code} />
              <span>
                <strong>{code}</strong>
                <small>{name}</small>
              </span>
              <Icon name="plus" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
