/** Withdrawals on their way, step by step, with the way to call one back. */
import type { Invoice } from '#contract/payments.ts'
import { useApi } from '../../api/use-api.ts'
import { Money } from '../../design/money/money.tsx'
import { GiveUpInvoice } from '../../features/payments/give-up-invoice.tsx'
import { StatusTimeline } from '../../features/payments/status-timeline.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './wallet.module.css'

export function OpenWithdrawals() {
  const t = useLabels('wallet')
  const { data } = useApi('GET /api/payment/invoices', { query: { type: 2, status: [1], perPage: 3 } })
  if (!data || data.data.length === 0) return null
  return (
    <section className={styles.open}>
      <h3>{t('onItsWay')}</h3>
      {data.data.map((invoice) => <OpenWithdrawal key={invoice.id} invoice={invoice} />)}
    </section>
  )
}

function OpenWithdrawal({ invoice }: { invoice: Invoice }) {
  return (
    <details className={styles.openItem}>
      <summary><Money amount={invoice.amount} currency={invoice.currency} /><bdi>{invoice.detail}</bdi></summary>
      <StatusTimeline invoice={invoice} />
      {invoice.stage !== 'sent' && <GiveUpInvoice invoice={invoice} />}
    </details>
  )
}
