/** A deposit with its timeline and instructions; without an id, the latest one. */
import type { Invoice } from '#contract/payments.ts'
import { useApi } from '../../api/use-api.ts'
import { Money } from '../../design/money/money.tsx'
import { PaymentMessage } from '../../features/payments/payment-message.tsx'
import { StatusTimeline } from '../../features/payments/status-timeline.tsx'
import styles from '../wallet.module.css'

export function LatestDeposit({ id }: { id?: string }) {
  const { invoice } = useLatestDeposit(id)
  if (!invoice) return null
  return (
    <div className={styles.qr}>
      <p className={styles.huge}>
        <Money amount={invoice.amount} currency={invoice.currency} />
      </p>
      <PaymentMessage invoice={invoice} />
      <div className={styles.status}>
        <StatusTimeline invoice={invoice} />
      </div>
    </div>
  )
}

export function useLatestDeposit(id?: string): { invoice: Invoice | undefined; isMissing: boolean } {
  const { data } = useApi('GET /api/payment/invoices', { query: { type: 1, perPage: 10 } })
  const invoice = data?.data.find((item) => item.id === id) ?? data?.data[0]
  return { invoice, isMissing: data !== undefined && !invoice }
}
