/** The withdrawal tab: account, the remaining turnover or else method and form, and pending withdrawals. */
import type { Account } from '#contract/wallet.ts'
import { useApi } from '../../api/use-api.ts'
import { Failed } from '../../design/empty/empty.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { isTurnoverOpen, useTurnover } from '../../features/limits/turnover.ts'
import { OpenPayments } from '../../features/payments/open-payments.tsx'
import { useActiveAccount } from '../../features/wallet/accounts.ts'
import { usePaymentRegion } from '../../features/wallet/region.ts'
import { useLabels } from '../../render/labels.tsx'
import { AccountBar } from './account-bar.tsx'
import { MethodHead } from './method-head.tsx'
import { MethodList, MethodsLoading, NoMethods, PausedNote } from './method-list.tsx'
import { RegionBlock } from './region-block.tsx'
import { TurnoverPanel } from './turnover-panel.tsx'
import { useMethodChoice } from './use-method-choice.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import styles from '../wallet.module.css'

export function WithdrawPanel() {
  const t = useLabels('wallet')
  const account = useActiveAccount()
  const { data: wager, isPending } = useTurnover(account?.currency)
  if (!account)
    return (
      <div className={styles.loading}>
        <Spinner label={t('loading')} />
      </div>
    )
  return (
    <div className={styles.panel}>
      <AccountBar account={account} amount="withdrawalBalance" />
      {isPending && <MethodsLoading />}
      {!isPending &&
        (isTurnoverOpen(wager, account) ? (
          <>
            <TurnoverPanel wager={wager} />
            <OpenPayments type={2} />
          </>
        ) : (
          <Methods account={account} />
        ))}
    </div>
  )
}

function Methods({ account }: { account: Account }) {
  const t = useLabels('wallet')
  const { country, isKnown } = usePaymentRegion()
  const {
    data: methods,
    isError,
    refetch,
  } = useApi(
    'GET /api/payment/methods/withdrawal',
    { query: { currency: account.currency, country: country ?? undefined, withPaused: 'true' } },
    { enabled: isKnown },
  )
  const working = methods?.filter(({ isPaused }) => !isPaused) ?? []
  const { method, choose, isListShown, isBackShown, forget } = useMethodChoice(working)
  if (isError) return <Failed title={t('methodsFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />
  if (!methods) return <MethodsLoading />
  if (working.length === 0) return <NoMethods methods={methods} />
  return (
    <div className={styles.columns} data-single={!isListShown || undefined}>
      {isListShown && (
        <div className={styles.side}>
          <PausedNote methods={methods} />
          <MethodList methods={working} currency={account.currency} chosen={method?.method ?? null} onChoose={choose} />
          <RegionBlock />
          <OpenPayments type={2} />
        </div>
      )}
      {method && (
        <section className={styles.form} key={`${method.method} ${account.id}`}>
          <MethodHead method={method} currency={account.currency} onBack={isBackShown ? forget : null} />
          <WithdrawForm method={method} account={account} country={country} />
        </section>
      )}
    </div>
  )
}
