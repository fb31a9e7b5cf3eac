/** The outcome of a payment, which replaces its form. */
import { createContext, use, useEffect } from 'react'
import type { Invoice } from '#contract/payments.ts'
import { Button } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Money } from '../../design/money/money.tsx'
import { declinedKey, StatusTimeline } from '../../features/payments/status-timeline.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useModal } from '../use-modal.tsx'
import styles from '../wallet.module.css'

/** Reports whether an outcome is shown, because leaving needs no confirmation then. */
export const EndShown = createContext<(isShown: boolean) => void>(() => {})

type OutcomeProps = {
  invoice: Invoice
  onAgain: () => void
  /** Called after a success; the default closes the wallet. */ onDone?: () => void
}
export function Outcome({ invoice, onAgain, onDone }: OutcomeProps) {
  const t = useLabels('wallet')
  const modal = useModal()
  const isPaid = invoice.status === 2
  // A deposit that an exclusion closed cannot be tried again.
  const isDone = isPaid || invoice.closedBy === 'exclusion'
  const setEndShown = use(EndShown)
  useEffect(() => {
    setEndShown(true)
    return () => setEndShown(false)
  }, [setEndShown])
  return (
    <div className={styles.qr} aria-live="polite">
      <span className={styles.outcome} data-end={isPaid ? 'paid' : invoice.stage}>
        <Icon name={isPaid ? 'check' : 'close'} size={32} />
      </span>
      <p className={styles.huge}>
        <Money amount={invoice.amount} currency={invoice.currency} />
      </p>
      <p>{t(isPaid ? 'outcomePaid' : invoice.stage === 'declined' ? declinedKey(invoice) : 'outcomeFailed')}</p>
      <div className={styles.status}>
        <StatusTimeline invoice={invoice} />
      </div>
      <Button
        tone="primary"
        size="l"
        isWide
        onClick={() => (isDone ? (onDone ?? (() => modal.close('wallet'))) : onAgain)()}
      >
        {t(isDone ? 'done' : 'tryAgain')}
      </Button>
    </div>
  )
}
