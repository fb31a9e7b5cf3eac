/** Pending withdrawals with their steps and a cancel action. */
import type { Invoice } from '#contract/payments.ts'
import { useApi } from '../../api/use-api.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { Money } from '../../design/money/money.tsx'
import { CancelInvoice } from '../../features/payments/cancel-invoice.tsx'
import { stageKey, StatusTimeline } from '../../features/payments/status-timeline.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from '../wallet.module.css'

export function OpenWithdrawals() {
  const t = useLabels('wallet')
  const { data } = useApi('GET /api/payment/invoices', { query: { type: 2, status: [1], perPage: 3 } })
  if (!data || data.data.length === 0) return null
  return (
    <section className={styles.open}>
      <h3>{t('onItsWay')}</h3>
      {data.data.map((invoice) => (
        <OpenWithdrawal key={invoice.id} invoice={invoice} />
      ))}
    </section>
  )
}

function OpenWithdrawal({ invoice }: { invoice: Invoice }) {
  const t = useLabels('wallet')
  return (
    <details className={styles.openItem}>
      <summary>
        <span>
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
