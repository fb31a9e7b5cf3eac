/** Deciding a flagged payment: one of the decisions that its state allows. */
import { useRef, useState } from 'react'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Checkbox, Field, Input } from '#web/design/field/field.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { label, labelOf } from '../labels.ts'
import { ReasonField } from '../reason-field.tsx'
import { useCall } from '../use-call.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import own from './case.module.css'
import type { DecisionProps } from './withdrawal-decision.tsx'

export function FlagDecision({ shown: { payment, version, review }, mayDecide, onDecided, onChanged }: DecisionProps) {
  const { decisions, reported } = payment.flag!
  const [decision, setDecision] = useState<(typeof decisions)[number]>()
  const [reason, setReason] = useState('')
  const [paid, setPaid] = useState('')
  const [isConfirmed, setConfirmed] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const { isBusy, error, runOnce } = useCall()
  const asksForAmount = !reported && (decision === 'charge-house' || decision === 'charge-player')
  const decide = async () => {
    setMissing(decision === undefined)
    if (isBusy || !decision) return
    const done = await runOnce(() =>
      call('POST /api/flags/{number}/decision', {
        params: { number: payment.number },
        body: { decision, reason, isConfirmed, seen: version, ...(asksForAmount && paid && { paid }) },
      }),
    )
    if (done) onDecided()
    else onChanged()
  }
  useShortcuts({
    r: () => field.current?.querySelector('textarea')?.focus(),
    ...Object.fromEntries(decisions.map((each, index) => [String(index + 1), () => setDecision(each)])),
  })
  return (
    <Card title={label('payments.decision')}>
      {review?.state === 'open' && <p>{label('payments.flagFirst')}</p>}
      {mayDecide ? (
        <form
          className={styles.decision}
          onSubmit={(event) => {
            event.preventDefault()
            void decide()
          }}
        >
          <fieldset className={own.choices}>
            <legend>{label('payments.choice')}</legend>
            {decisions.map((each) => (
              <label key={each}>
                <input
                  type="radio"
                  name="decision"
                  value={each}
                  checked={decision === each}
                  onChange={() => setDecision(each)}
                />
                {labelOf(`payments.choice.${each}`)}
              </label>
            ))}
          </fieldset>
          {asksForAmount && (
            <>
              <Field
                label={label('payments.paid')}
                hint={label('payments.paidHint')}
                render={(control) => (
                  <Input
                    {...control}
                    inputMode="decimal"
                    value={paid}
                    onChange={(event) => setPaid(event.target.value.trim())}
                  />
                )}
              />
              <Checkbox checked={isConfirmed} onChange={(event) => setConfirmed(event.target.checked)}>
                {label('payments.confirmPaid')}
              </Checkbox>
            </>
          )}
          <ReasonField field={field} hint={label('payments.flagReasonHint')} value={reason} onChange={setReason} />
          <p className={styles.buttons}>
            <Button type="submit" tone="primary" icon="check" isBusy={isBusy}>
              {label('payments.decide')}
            </Button>
          </p>
          <p className={styles.keys}>{label('payments.flagKeys')}</p>
        </form>
      ) : (
        <p className={styles.keys}>{label('payments.mayNot')}</p>
      )}
      <p className={styles.error} role="alert">
        {isMissing ? label('payments.choose') : error}
      </p>
    </Card>
  )
}
