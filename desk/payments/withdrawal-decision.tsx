/** Approving or refusing a withdrawal in review, or what became of it. */
import { useRef, useState } from 'react'
import type { PaymentCase } from '#contract/desk/payments.ts'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { formatMoment, label, labelOf } from '../labels.ts'
import { ReasonField } from '../reason-field.tsx'
import { useCall } from '../use-call.ts'
import { useShortcuts } from '../use-shortcuts.ts'

export type DecisionProps = {
  shown: PaymentCase
  mayDecide: boolean
  onDecided: () => void
  /** The decision was refused: the case is read again, and the refusal stays. */
  onChanged: () => void
}

export function WithdrawalDecision({
  shown: { payment, review, version },
  mayDecide,
  onDecided,
  onChanged,
}: DecisionProps) {
  const [reason, setReason] = useState('')
  const field = useRef<HTMLDivElement>(null)
  const { isBusy, error, runOnce } = useCall()
  const isOpen = review?.state === 'open'
  const decide = async (decision: 'approved' | 'declined') => {
    if (isBusy || !mayDecide || !isOpen) return
    const done = await runOnce(() =>
      call('POST /api/withdrawals/{number}/decision', {
        params: { number: payment.number },
        body: { decision, reason, seen: version },
      }),
    )
    if (done) onDecided()
    else onChanged()
  }
  useShortcuts({ a: () => void decide('approved'), d: () => field.current?.querySelector('textarea')?.focus() })
  return (
    <Card title={label('payments.decision')}>
      {review && !isOpen && (
        <p>
          {label('payments.reviewed', {
            by: review.by ?? label('payments.somebody'),
            moment: review.at ? formatMoment(review.at) : '–',
            state: labelOf(`payments.review.${review.state}`),
          })}{' '}
          {review.reason}
        </p>
      )}
      {isOpen && mayDecide && (
        <form
          className={styles.decision}
          onSubmit={(event) => {
            event.preventDefault()
            void decide('declined')
          }}
        >
          <p className={styles.buttons}>
            <Button tone="primary" icon="check" isBusy={isBusy} onClick={() => void decide('approved')}>
              {label('payments.approve')}
            </Button>
          </p>
          <ReasonField
            isOptional
            field={field}
            hint={label('payments.reasonHint')}
            value={reason}
            onChange={setReason}
          />
          <p className={styles.buttons}>
            <Button type="submit" tone="danger" icon="close" isBusy={isBusy}>
              {label('payments.decline')}
            </Button>
          </p>
        </form>
      )}
      {isOpen && !mayDecide && <p className={styles.keys}>{label('payments.mayNot')}</p>}
      <p className={styles.error} role="alert">
        {error}
      </p>
      {isOpen && mayDecide && <p className={styles.keys}>{label('payments.withdrawalKeys')}</p>}
    </Card>
  )
}
