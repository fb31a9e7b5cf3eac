/** Pending payments: deposits with what is needed to finish them, and withdrawals with their steps. */
import { useEffect, useState } from 'react'
import type { Invoice } from '#contract/payments.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { dotted } from '../../design/dotted.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { Money } from '../../design/money/money.tsx'
import { numberFormat } from '../../render/formats.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { useModal } from '../../modals/use-modal.tsx'
import { serverNow } from '../session/server-clock.ts'
import { CancelInvoice } from './cancel-invoice.tsx'
import { CopyButton } from './copy-button.tsx'
import { stageKey, StatusTimeline } from './status-timeline.tsx'
import { useTranslation } from './use-translation.ts'
import styles from './open-payments.module.css'

const mostShown = 3

/** The request for the pending payments of one direction; a page that shows them loads it with the rest. */
export const openPayments = (type: 1 | 2) => ({ query: { type, status: [1 as const], perPage: mostShown } })

export function OpenPayments({ type }: { type: 1 | 2 }) {
  const t = useLabels('wallet')
  const { data } = useApi('GET /api/payment/invoices', openPayments(type))
  if (!data || data.data.length === 0) return null
  return (
    <section className={styles.open}>
      <h3>{t(type === 1 ? 'openDeposits' : 'onItsWay')}</h3>
      {data.data.map((invoice) =>
        type === 1 ? (
          <OpenDeposit key={invoice.id} invoice={invoice} />
        ) : (
          <OpenWithdrawal key={invoice.id} invoice={invoice} />
        ),
      )}
    </section>
  )
}

function OpenDeposit({ invoice }: { invoice: Invoice }) {
  const t = useLabels('wallet')
  const texts = useTranslation()
  const modal = useModal()
  const left = useTimeLeft(invoice.expectedBy)
  const isToPay = invoice.owner === 'player'
  const { qr } = invoice.publicData
  return (
    <article className={styles.item} data-to-pay={isToPay || undefined}>
      <p className={styles.words}>
        <Money amount={invoice.amount} currency={invoice.currency} />
        <small>
          {dotted([texts(invoice.methodNames), isToPay && left ? t('timeLeft', { time: left }) : stageText()])}
        </small>
      </p>
      <div className={styles.actions}>
        <Button size="s" onClick={() => modal.open('deposit-pending', invoice.id, { instead: 'wallet' })}>
          {t(isToPay ? 'continuePayment' : 'showPayment')}
        </Button>
        {isToPay && qr && <CopyButton size="s" text={qr} label={t('copyCode')} />}
        {isToPay && <CancelInvoice invoice={invoice} />}
      </div>
    </article>
  )
  function stageText(): string {
    return t(stageKey(invoice, invoice.stage))
  }
}

/** The time until the payment expires, updated as it passes; null when it is over, and before hydration. */
function useTimeLeft(until: string | null): string | null {
  const locale = useLocale()
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    if (!until) return
    const update = () => setNow(serverNow())
    update()
    const timer = setInterval(update, 10_000)
    return () => clearInterval(timer)
  }, [until])
  if (!until || now === null) return null
  const minutes = Math.ceil((Date.parse(until) - now) / 60_000)
  if (minutes <= 0) return null
  const [unit, count] = minutes > 180 ? (['hour', Math.floor(minutes / 60)] as const) : (['minute', minutes] as const)
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

function OpenWithdrawal({ invoice }: { invoice: Invoice }) {
  const t = useLabels('wallet')
  return (
    <details className={styles.item}>
      <summary>
        <span className={styles.words}>
          <Money amount={invoice.amount} currency={invoice.currency} />
          <small>
            {t(stageKey(invoice, invoice.stage))}
            {invoice.detail && (
              <>
                {' '}
                ·&nbsp;<bdi>{invoice.detail}</bdi>
              </>
            )}
          </small>
        </span>
        <Icon name="chevron-down" />
      </summary>
      <StatusTimeline invoice={invoice} />
      {invoice.stage !== 'sent' && invoice.isCancellable !== false && <CancelInvoice invoice={invoice} />}
    </details>
  )
}
