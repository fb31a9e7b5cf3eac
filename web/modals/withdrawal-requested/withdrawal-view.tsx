/** A requested withdrawal: number, timeline, next step, and a button to cancel it. */
import type { ReactNode } from 'react'
import type { Invoice } from '#contract/payments.ts'
import { Money } from '../../design/money/money.tsx'
import { stageKey, StatusTimeline } from '../../features/payments/status-timeline.tsx'
import { useTranslation } from '../../features/payments/use-translation.ts'
import { useLabels } from '../../render/labels.tsx'
import styles from '../wallet.module.css'

export function WithdrawalView({ invoice, cancel }: { invoice: Invoice; cancel: ReactNode }) {
  const t = useLabels('wallet')
  const texts = useTranslation()
  return (
    <div className={styles.qr} aria-live="polite">
      <p className={styles.huge}>
        <Money amount={invoice.amount} currency={invoice.currency} />
      </p>
      <p>
        <strong>{t(stageKey(invoice, invoice.stage))}</strong>
      </p>
      <p className={styles.small}>
        {texts(invoice.methodNames)}
        {invoice.detail && (
          <>
            {' '}
            <bdi>{invoice.detail}</bdi>
          </>
        )}{' '}
        ·&nbsp;{t('numberOf')} <bdi>{invoice.number}</bdi>
      </p>
      <div className={styles.status}>
        <StatusTimeline invoice={invoice} />
      </div>
      {cancel}
    </div>
  )
}
