/** What keeps a withdrawal from being sent, by when its player was promised an answer, and who had to act for how long. */
import type { PaymentCase } from '#contract/desk/payments.ts'
import { Badge, type BadgeTone } from '#web/design/badge/badge.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Age } from '../age.tsx'
import styles from '../case.module.css'
import { formatDuration, formatMoment, formatMoney, label, labelOf } from '../labels.ts'
import own from './case.module.css'

type Held = NonNullable<PaymentCase['payment']['hold']>
const nearMs = 2 * 3_600_000
/** Negative once the time has come. */
const msUntil = (iso: string) => Date.parse(iso) - Date.now()

export function Promised({ hold }: { hold: Held | null }) {
  if (hold === null) return '–'
  if (hold.promisedBy === null) return <Badge tone="neutral">{label('payments.waitsForPlayer')}</Badge>
  const leftMs = msUntil(hold.promisedBy)
  const tone: BadgeTone = leftMs < 0 ? 'danger' : leftMs < nearMs ? 'warning' : 'info'
  const time = formatDuration(Math.abs(leftMs))
  return (
    <Age at={hold.promisedBy}>
      <Badge tone={tone}>
        {leftMs < 0 ? label('payments.overdue', { time }) : label('payments.promisedIn', { time })}
      </Badge>
    </Age>
  )
}

export function Hold({ shown: { payment, turns, compensation } }: { shown: PaymentCase }) {
  const { hold } = payment
  if (hold === null && turns.length === 0) return null
  return (
    <Card title={label('payments.promise')} aside={hold && <Promised hold={hold} />}>
      <ul className={styles.list}>
        {hold?.checks.map(({ code, state }) => (
          <li key={code}>
            <strong>{labelOf(`payments.reason.${code}`)}</strong>
            <span>{labelOf(`payments.check.${state}`)}</span>
          </li>
        ))}
        {turns.map(({ holder, from, until }) => (
          <li key={holder + from}>
            <span className={own.soft}>{formatMoment(from)}</span>
            <span>
              {labelOf(`payments.holder.${holder}`)}
              {': '}
              {formatDuration((until === null ? 0 : msUntil(until)) - msUntil(from))}
            </span>
          </li>
        ))}
        {compensation && <li>{label('payments.compensated', { amount: formatMoney(compensation) })}</li>}
      </ul>
    </Card>
  )
}
