/** The deposit tab: account, methods, and the form, or the limit notice instead of it. */
import { lazy, Suspense, useState } from 'react'
import type { Account } from '#contract/wallet.ts'
import { useApi } from '../../api/use-api.ts'
import { Failed } from '../../design/empty/empty.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { VerifyOffer } from '../../features/payments/holds.tsx'
import { openPayments, OpenPayments } from '../../features/payments/open-payments.tsx'
import { useActiveAccount } from '../../features/wallet/accounts.ts'
import { useLimits } from '../../features/limits/use-limits.ts'
import { usePaymentRegion } from '../../features/wallet/region.ts'
import { CountryNotice } from '../../features/wallet/country-notice.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { AccountBar } from './account-bar.tsx'
import { CryptoChoices } from './crypto-choices.tsx'
import { DepositForm } from './deposit-form.tsx'
import { DepositLimitCard } from './deposit-limit-card.tsx'
import { LimitNotice } from './limit-notice.tsx'
import { LimitPrompt, useIsLimitRequired } from './limit-prompt.tsx'
import { MethodHead } from './method-head.tsx'
import { MethodList, MethodsLoading, NoMethods, PausedNote } from './method-list.tsx'
import { QrView } from './qr-view.tsx'
import { RegionBlock } from './region-block.tsx'
import { useMethodChoice } from './use-method-choice.ts'
import { limitReachedCode, type Started, useStartDeposit } from './use-start-deposit.ts'
import styles from '../wallet.module.css'

/** Most methods have no address, and only some payments are continued in a frame. */
const CryptoDeposit = lazy(() => import('./crypto-deposit.tsx').then((m) => ({ default: m.CryptoDeposit })))
const FrameView = lazy(() => import('./frame-view.tsx').then((m) => ({ default: m.FrameView })))

export function DepositPanel() {
  const account = useActiveAccount()
  const { init } = useVisitor()
  const [started, setStarted] = useState<Started | null>(null)
  const isLimitRequired = useIsLimitRequired()
  // The methods appear with the pending deposits and the prompt above them, so that these do not move them.
  const { isPending: areDepositsLoading } = useApi('GET /api/payment/invoices', openPayments(1))
  const { isPending: areLimitsLoading } = useLimits()
  if (!account || areDepositsLoading || areLimitsLoading) return <Loading />
  if (started) {
    const leave = () => setStarted(null)
    return started.reply.qr ? (
      <QrView started={started} onLeave={leave} />
    ) : (
      <Suspense fallback={<Loading />}>
        <FrameView started={started} onLeave={leave} />
      </Suspense>
    )
  }
  return (
    <div className={styles.panel}>
      <AccountBar account={account} amount="balance" />
      <OpenPayments type={1} />
      {init.isRestricted ? (
        <CountryNotice />
      ) : isLimitRequired ? (
        <LimitPrompt />
      ) : (
        <Methods account={account} onStarted={setStarted} />
      )}
    </div>
  )
}

function Loading() {
  const t = useLabels('wallet')
  return (
    <div className={styles.loading}>
      <Spinner label={t('loading')} />
    </div>
  )
}

function Methods({ account, onStarted }: { account: Account; onStarted: (started: Started) => void }) {
  const t = useLabels('wallet')
  const { country, isKnown } = usePaymentRegion()
  const {
    data: methods,
    error,
    refetch,
  } = useApi(
    'GET /api/payment/methods/deposit',
    { query: { currency: account.currency, country: country ?? undefined, withPaused: 'true' } },
    { enabled: isKnown },
  )
  const working = methods?.filter(({ isPaused }) => !isPaused) ?? []
  const { method, choose, isListShown, isBackShown, forget } = useMethodChoice(working)
  const deposit = useStartDeposit(onStarted)
  if (deposit.isLimitReached) return <LimitNotice currency={account.currency} onBack={deposit.leaveLimit} />
  if (error?.code === limitReachedCode) return <LimitNotice currency={account.currency} />
  if (error) return <Failed title={t('methodsFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />
  if (!methods) return <MethodsLoading />
  if (working.length === 0)
    return (
      <NoMethods methods={methods}>
        <CryptoChoices currency={account.currency} />
      </NoMethods>
    )
  return (
    <div className={styles.columns} data-single={!isListShown || undefined}>
      {isListShown && (
        <div className={styles.side}>
          <LimitPrompt />
          <PausedNote methods={methods} />
          <MethodList methods={working} currency={account.currency} chosen={method?.method ?? null} onChoose={choose} />
          <CryptoChoices currency={account.currency} />
          <RegionBlock />
          <DepositLimitCard currency={account.currency} />
          <VerifyOffer />
        </div>
      )}
      {method && (
        <section className={styles.form} key={`${method.method} ${account.id}`}>
          <MethodHead method={method} currency={account.currency} onBack={isBackShown ? forget : null} />
          {method.type === 'address' ? (
            <Suspense fallback={<Loading />}>
              <CryptoDeposit
                method={method}
                account={account}
                country={country}
                onRefused={deposit.handlePlayerRefusal}
              />
            </Suspense>
          ) : (
            <DepositForm
              method={method}
              account={account}
              isBusy={deposit.isBusy}
              onSubmit={(wish) => deposit.start({ method, account, country, ...wish })}
            />
          )}
        </section>
      )}
    </div>
  )
}
