/** Why a withdrawal is not sent yet, by when an answer is promised, and who has had to act for how long. */
import type { Invoice } from '#contract/payments.ts'
import { useMoney } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useDayText } from '../limits/use-day-text.ts'
import { serverNow } from '../session/server-clock.ts'
import { CheckList } from './check-list.tsx'
import styles from './check-list.module.css'

export function HoldView({ invoice }: { invoice: Invoice }) {
  const t = useLabels('holds')
  const money = useMoney()
  const { hold, turns = [], compensation, currency } = invoice
  return (
    <section className={styles.box}>
      {hold && (
        <>
          <h3>{t('title')}</h3>
          <CheckList checks={hold.checks} />
          <PromisedAnswer hold={hold} />
        </>
      )}
      {compensation !== undefined && <p>{t('paid', { amount: money(compensation, currency) })}</p>}
      {turns.length > 0 && <Turns turns={turns} />}
    </section>
  )
}

function PromisedAnswer({ hold: { promisedBy } }: { hold: NonNullable<Invoice['hold']> }) {
  const t = useLabels('holds')
  const day = useDayText()
  if (promisedBy === null) return <p>{t('paused')}</p>
  const isLate = Date.parse(promisedBy) < serverNow()
  return <p className={isLate ? styles.late : undefined}>{t(isLate ? 'late' : 'promise', { at: day(promisedBy) })}</p>
}

function Turns({ turns }: { turns: NonNullable<Invoice['turns']> }) {
  const t = useLabels('holds')
  const day = useDayText()
  return (
    <details className={styles.turns}>
      <summary>{t('turns')}</summary>
      <ol>
        {turns.map(({ holder, from, until }) => (
          <li key={from + holder}>
            <span>{t(`holder_${holder}`)}</span>
            <span>
              {until === null ? t('now', { from: day(from) }) : t('until', { from: day(from), until: day(until) })}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
