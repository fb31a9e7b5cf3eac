/** A deposit in progress: instructions, timeline, a button to open the payment page again, and one to cancel. */
import type { ReactNode } from 'react'
import type { RouteReply } from '#contract/api.ts'
import type { Invoice } from '#contract/payments.ts'
import { Button } from '../../design/button/button.tsx'
import { Money } from '../../design/money/money.tsx'
import { PaymentMessage } from '../../features/payments/payment-message.tsx'
import { StatusTimeline } from '../../features/payments/status-timeline.tsx'
import { useTranslation } from '../../features/payments/use-translation.ts'
import { useLabels } from '../../render/labels.tsx'
import { PartnerFrame } from '../wallet/frame-view.tsx'
import { QrCard } from '../wallet/qr-view.tsx'
import styles from '../wallet.module.css'

export type PaymentPage = RouteReply<'GET /api/payment/invoices/{id}/page'>
type WaitingViewProps = {
  invoice: Invoice
  /** Null while it loads, and if there is no page to open. */
  page: PaymentPage | null
  onOpen: (page: PaymentPage) => void
  /** The button to cancel, if that is possible. */
  cancel: ReactNode
}

export function WaitingView({ invoice, page, onOpen, cancel }: WaitingViewProps) {
  const t = useLabels('wallet')
  const texts = useTranslation()
  const isToPay = invoice.owner === 'player'
  const qr = invoice.publicData.qr ?? page?.qr ?? null
  return (
    <div className={styles.qr}>
      <p className={styles.huge}>
        <Money amount={invoice.amount} currency={invoice.currency} />
      </p>
      <p className={styles.small}>
        {texts(invoice.methodNames)} ·&nbsp;<bdi>{invoice.number}</bdi>
      </p>
      <p>{t(textOf(invoice, page))}</p>
      {isToPay && <PaymentMessage invoice={invoice} />}
      {isToPay && qr && <QrCard content={qr} />}
      {isToPay && page?.action && page.processingType === 'iframe' && <PartnerFrame page={page} />}
      {isToPay && isWindow(page) && (
        <Button size="l" isWide icon="external" onClick={() => onOpen(page)}>
          {t('openAgain')}
        </Button>
      )}
      <div className={styles.status}>
        <StatusTimeline invoice={invoice} />
      </div>
      {cancel}
    </div>
  )
}

function isWindow(page: PaymentPage | null): page is PaymentPage {
  return page !== null && page.action !== null && page.processingType !== 'iframe'
}

/** Selects the text. The partner's instructions may arrive shortly after the deposit. */
function textOf({ owner, publicData }: Invoice, page: PaymentPage | null): string {
  if (owner !== 'player') return 'pendingText'
  if (publicData.message || publicData.paymentCode) return 'pendingInstruction'
  if (page?.action) return page.processingType === 'iframe' ? 'pendingFrame' : 'pendingWindow'
  return publicData.qr ? 'pendingInstruction' : 'pendingComing'
}
