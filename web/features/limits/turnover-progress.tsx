/** Turnover progress: staked so far and remaining before a withdrawal. */
import type { TurnoverWager } from '#contract/limits.ts'
import { Detail } from '../../design/detail/detail.tsx'
import { Money } from '../../design/money/money.tsx'
import { Progress } from '../../design/progress/progress.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { formatPercent } from '../games/figures.ts'
import { percentOf } from './periods.ts'
import styles from './turnover-progress.module.css'

export function TurnoverProgress({ wager }: { wager: TurnoverWager }) {
  const t = useLabels('limits')
  const { total, turnOverWagerAmount, turnOverWager, currency } = wager
  const placed = total - turnOverWagerAmount
  const percent = percentOf(placed, total)
  const shown = formatPercent(percent, useLocale())
  return (
    <div className={styles.wager}>
      <p className={styles.head}>
        <span>
          {t('wager')} <bdi>×{turnOverWager}</bdi>
        </span>
        <strong>
          <bdi>{shown}</bdi>
        </strong>
      </p>
      <Progress percent={percent} label={t('wagerProgress', { percent: shown })} />
      <dl className={styles.parts}>
        <Detail term={t('placed')}>
          <Money amount={placed} currency={currency} />
        </Detail>
        <Detail term={t('wagerLeft')}>
          <Money amount={turnOverWagerAmount} currency={currency} />
        </Detail>
        <Detail term={t('wagerTotal')}>
          <Money amount={total} currency={currency} />
        </Detail>
      </dl>
    </div>
  )
}
