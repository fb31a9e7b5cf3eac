/** Replaces the deposit form if a limit is reached or the player is excluded, and states the end. */
import type { Limit } from '#contract/limits.ts'
import { Button, ButtonLink } from '../../design/button/button.tsx'
import { Empty } from '../../design/empty/empty.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { useBreakText } from '../../features/limits/use-break-text.ts'
import { useDayText } from '../../features/limits/use-day-text.ts'
import { blockingLimit, definitionOf, isReached, remainingOf, tightestLimit } from '../../features/limits/periods.ts'
import { useReservedText } from '../../features/limits/use-reserved-text.ts'
import { useLimits } from '../../features/limits/use-limits.ts'
import { breakPath } from '../../render/break-pages.ts'
import { useLabels } from '../../render/labels.tsx'
import styles from '../wallet.module.css'

/** `onBack` is passed if a smaller amount may be possible. */
export function LimitNotice({ currency, onBack }: { currency: string; onBack?: () => void }) {
  const t = useLabels('limits')
  const { data: limits = [], isPending } = useLimits()
  const obstacle = blockingLimit(limits, currency)
  // A limit in another currency counts deposits in all currencies, so a used-up one leaves no amount in this currency.
  const isUsedUpElsewhere = !obstacle && limits.some(isReached)
  const left = obstacle || isUsedUpElsewhere ? undefined : tightestLimit(limits, currency)
  const describeReserved = useReservedText()
  const textsOf = useNoticeWords()
  if (isPending)
    return (
      <div className={styles.loading}>
        <Spinner label={t('loading')} />
      </div>
    )
  const [title, text] = textsOf(obstacle, left)
  const mayTryAnother = onBack !== undefined && !obstacle && !isUsedUpElsewhere
  const reserved = obstacle ?? left
  const reservedText = reserved && describeReserved(reserved)
  return (
    <div aria-live="polite">
      <Empty
        icon={obstacle?.amount === null ? 'lock' : 'shield'}
        title={title}
        action={
          <div className={styles.choices}>
            {mayTryAnother && (
              <Button tone="primary" onClick={onBack}>
                {t('otherAmount')}
              </Button>
            )}
            {obstacle?.amount === null ? (
              <ButtonLink to={breakPath} tone="primary">
                {t('toBreak')}
              </ButtonLink>
            ) : (
              <ButtonLink to="/profile/limits" tone={mayTryAnother ? 'quiet' : 'primary'}>
                {t('toLimits')}
              </ButtonLink>
            )}
          </div>
        }
      >
        {text}
        {reservedText && ` ${reservedText}`}
      </Empty>
    </div>
  )
}

function useNoticeWords(): (obstacle: Limit | null, left: Limit | undefined) => [title: string, text: string] {
  const t = useLabels('limits')
  const money = useMoney()
  const day = useDayText()
  const breakText = useBreakText()
  return (obstacle, left) => {
    if (obstacle && obstacle.amount === null) {
      const kind = obstacle.definition === definitionOf['self-exclusion'] ? 'exclusion' : 'break'
      return [t(`${kind}Running`), `${breakText(obstacle)} ${t('noticePause')}`]
    }
    if (obstacle)
      return [
        t('limitReached'),
        t('limitReachedText', {
          amount: money(obstacle.amount!, obstacle.currency!),
          period: obstacle.period,
          until: day(obstacle.endsAt),
        }),
      ]
    if (left)
      return [
        t('overLimit'),
        t('overLimitText', { left: money(remainingOf(left), left.currency!), period: left.period }),
      ]
    return [t('limitReached'), t('limitReachedPlain')]
  }
}
