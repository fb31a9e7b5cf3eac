/** A payment's timeline: past steps with times, and the next ones. */
import type { Invoice, InvoiceStage } from '#contract/payments.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { When } from '../../design/when/when.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useDayText } from '../limits/use-day-text.ts'
import { HoldView } from './holds.tsx'
import { stepsOf } from './steps.ts'
import styles from './status-timeline.module.css'

export function StatusTimeline({ invoice }: { invoice: Invoice }) {
  const t = useLabels('wallet')
  const day = useDayText()
  const { owner, expectedBy } = invoice
  return (
    <>
      <ol className={styles.steps}>
        {stepsOf(invoice).map(({ stage, at, state }, index) => (
          <li key={stage} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={styles.dot}>
              {state === 'done' && <Icon name="check" size={16} />}
              {state === 'failed' && <Icon name="close" size={16} />}
            </span>
            <span className={styles.words}>
              {t(stageKey(invoice, stage))}
              {at && <When at={at} form={index > 0 && isSameDay(at, invoice.createdAt) ? 'time' : 'short'} />}
            </span>
          </li>
        ))}
      </ol>
      {(invoice.hold || invoice.compensation !== undefined) && <HoldView invoice={invoice} />}
      {owner && !invoice.hold && (
        <p className={styles.next}>
          {t(nextKey(invoice, owner))}
          {expectedBy && ` ${t(owner === 'player' ? 'payBy' : 'expectedBy', { at: day(expectedBy) })}`}
        </p>
      )}
    </>
  )
}

function nextKey({ type, heldBy }: Invoice, owner: NonNullable<Invoice['owner']>): string {
  if (heldBy) return `next_heldBy_${heldBy}`
  return type === 2 ? `nextWithdrawal_${owner}` : `next_${owner}`
}

const dayMs = 86_400_000
/** Within half a day of the start, only the time is shown. */
function isSameDay(at: string, start: string): boolean {
  return Date.parse(at) - Date.parse(start) < dayMs / 2
}

type Closed = Pick<Invoice, 'type' | 'closedBy'>
/** Returns the label of a stage. It depends on the direction, and for a decline also on the cause. */
export function stageKey({ type, closedBy }: Closed, stage: InvoiceStage): string {
  const key = `${type === 1 ? 'stageDeposit' : 'stageWithdrawal'}_${stage.replaceAll('-', '')}`
  return stage === 'declined' && closedBy !== 'player' ? `${key}_${causeOf({ type, closedBy })}` : key
}

/** An exclusion closes only deposits. */
function causeOf({ type, closedBy }: Closed): 'exclusion' | 'other' {
  return type === 1 && closedBy === 'exclusion' ? 'exclusion' : 'other'
}

/** Returns the label for a declined payment, which depends on the cause. */
export function declinedKey(invoice: Closed): string {
  return invoice.closedBy === 'player' ? 'outcomeDeclined' : `outcomeDeclined_${causeOf(invoice)}`
}
