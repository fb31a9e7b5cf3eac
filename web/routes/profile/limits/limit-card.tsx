/** One deposit limit: usage, end of period, and any pending change. */
import type { Limit } from '#contract/limits.ts'
import { buttonClass } from '../../../design/button/button.tsx'
import { Money, useMoney } from '../../../design/money/money.tsx'
import { Progress } from '../../../design/progress/progress.tsx'
import { isReached, percentOf } from '../../../features/limits/periods.ts'
import { useReservedText } from '../../../features/limits/use-reserved-text.ts'
import { useDayText } from '../../../features/limits/use-day-text.ts'
import { ModalLink } from '../../../modals/use-modal.tsx'
import { useLabels } from '../../../render/labels.tsx'
import { PendingChange } from './pending-change.tsx'
import styles from './limits.module.css'

export function LimitCard({ limit }: { limit: Limit }) {
  const t = useLabels('limits')
  const money = useMoney()
  const day = useDayText()
  const { currency, amount, currentAmount } = limit as { currency: string; amount: number; currentAmount: number }
  const reserved = useReservedText()(limit)
  const used = t('usedOf', { used: money(currentAmount, currency), amount: money(amount, currency) })
  return (
    <article className={styles.limit}>
      <p className={styles.head}>
        <span className={styles.amount}>
          <Money amount={amount} currency={currency} />
        </span>
        <ModalLink
          modal="edit-cash-limit"
          value={limit.id}
          className={buttonClass}
          data-tone="quiet"
          data-size="s"
          aria-label={t('changeOf', { period: t(limit.period), amount: money(amount, currency) })}
        >
          {t('change')}
        </ModalLink>
      </p>
      <Progress
        percent={percentOf(currentAmount, amount)}
        label={used}
        tone={isReached(limit) ? 'warning' : 'accent'}
      />
      <p className={styles.note}>
        <span>{used}</span>
        <span>{t('periodEnds', { at: day(limit.endsAt) })}</span>
      </p>
      {reserved && <p className={styles.note}>{reserved}</p>}
      {limit.pending && <PendingChange limit={limit} pending={limit.pending} />}
    </article>
  )
}
