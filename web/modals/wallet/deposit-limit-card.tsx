/** Shows the usage of the deposit limit, or offers to set one. */
import { Icon } from '../../design/icon/icon.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { Progress } from '../../design/progress/progress.tsx'
import { isReached, percentOf, tightestLimit } from '../../features/limits/periods.ts'
import { useReservedText } from '../../features/limits/use-reserved-text.ts'
import { useLimits } from '../../features/limits/use-limits.ts'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import styles from '../wallet.module.css'

export function DepositLimitCard({ currency }: { currency: string }) {
  const t = useLabels('limits')
  const money = useMoney()
  const { data: limits } = useLimits()
  const limit = tightestLimit(limits ?? [], currency)
  const reservedText = useReservedText()
  const reserved = limit && reservedText(limit)
  const used = limit
    ? t('usedOf', { used: money(limit.currentAmount ?? 0, currency), amount: money(limit.amount!, currency) })
    : ''
  return (
    <Link to="/profile/limits" className={styles.limitCard}>
      <Icon name="shield" />
      <span className={styles.limitWords}>
        <strong>{limit ? t(`${limit.period}DepositLimit`) : t('depositLimits')}</strong>
        <small>{limit ? used : t('setDepositLimit')}</small>
        {reserved && <small>{reserved}</small>}
        {limit && (
          <Progress
            percent={percentOf(limit.currentAmount ?? 0, limit.amount!)}
            label={used}
            tone={isReached(limit) ? 'warning' : 'accent'}
          />
        )}
      </span>
      <Icon name="chevron-right" size={16} />
    </Link>
  )
}
