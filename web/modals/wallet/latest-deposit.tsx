/** The newest deposit with its steps; nothing where there is none. */
import { useApi } from '../../api/use-api.ts'
import { Money } from '../../design/money/money.tsx'
import { StatusTimeline } from '../../features/payments/status-timeline.tsx'
import styles from './wallet.module.css'

export function LatestDeposit() {
  const { data } = useApi('GET /api/payment/invoices', { query: { type: 1, perPage: 1 } })
  const invoice = data?.data[0]
  if (!invoice) return null
  return (
    <div className={styles.qr}>
      <p className={styles.huge}><Money amount={invoice.amount} currency={invoice.currency} /></p>
      <div className={styles.status}><StatusTimeline invoice={invoice} /></div>
    </div>
  )
}
