/** One limit: usage, end of period, and any pending change. */
import type { Limit } from '#contract/limits.ts'
import { buttonClass } from '../../../design/button/button.tsx'
import { Progress } from '../../../design/progress/progress.tsx'
import { isUsedUp, kindOf, percentOf } from '../../../features/limits/periods.ts'
import { useLimitAmount } from '../../../features/limits/use-limit-amount.ts'
import { useReservedText } from '../../../features/limits/use-reserved-text.ts'
import { useDayText } from '../../../features/limits/use-day-text.ts'
import { ModalLink } from '../../../modals/use-modal.tsx'
import { useLabels } from '../../../render/labels.tsx'
import { PendingChange } from './pending-change.tsx'
import styles from './limits.module.css'

export function LimitCard({ limit }: { limit: Limit }) {
  const t = useLabels('limits')
  const shown = useLimitAmount()
  const { currency, currentAmount, pending } = limit
  const kind = t(`${kindOf(limit) ?? 'deposit'}Limit`)
  const amount = shown(limit.amount!, currency)
  return (
    <article className={styles.limit}>
      <p className={styles.head}>
        <span className={styles.kind}>
          {kind}
          <span className={styles.amount}>{amount}</span>
        </span>
        <ModalLink
          modal="edit-cash-limit"
          value={limit.id}
          className={buttonClass}
          data-tone="quiet"
          data-size="s"
          aria-label={t('changeOf', { period: t(limit.period), amount, kind })}
        >
          {t('change')}
        </ModalLink>
      </p>
      {currentAmount !== null && <Usage limit={limit} used={currentAmount} />}
      {pending && <PendingChange limit={limit} pending={pending} />}
    </article>
  )
}

function Usage({ limit, used }: { limit: Limit; used: number }) {
  const t = useLabels('limits')
  const day = useDayText()
  const shown = useLimitAmount()
  const { amount, currency } = limit
  const reserved = useReservedText()(limit)
  const text = t(used > amount! ? 'usedUp' : 'usedOf', {
    used: shown(used, currency),
    amount: shown(amount!, currency),
  })
  return (
    <>
      <Progress percent={percentOf(used, amount!)} label={text} tone={isUsedUp(limit) ? 'warning' : 'accent'} />
      <p className={styles.note}>
        <span>{text}</span>
        <span>{t('periodEnds', { at: day(limit.endsAt) })}</span>
      </p>
      {reserved && <p className={styles.note}>{reserved}</p>}
    </>
  )
}
