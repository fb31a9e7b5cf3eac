/** Cashback of one currency: the estimate of this week with its formula, and the last weeks. */
import type { Cashback } from '#contract/bonuses.ts'
import { Detail } from '../../../design/detail/detail.tsx'
import { Money, useMoney } from '../../../design/money/money.tsx'
import { When } from '../../../design/when/when.tsx'
import { dateFormat, percentText } from '../../../render/formats.ts'
import { useLabels, useLocale } from '../../../render/labels.tsx'
import styles from './bonuses.module.css'

export function CashbackCard({ cashback }: { cashback: Cashback }) {
  const t = useLabels('bonuses')
  const money = useMoney()
  const locale = useLocale()
  const { currency, percent, staked, won, rewards, amount, minAmount, maxAmount, endsAt, past } = cashback
  const shown = percentText(percent, locale)
  const lines = [
    ['cashbackStaked', staked],
    ['cashbackWon', -won],
    ['cashbackRewards', -rewards],
    ['cashbackLoss', Math.max(0, staked - won - rewards)],
  ] as const
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <h3>{cashback.name}</h3>
        <bdi>{currency}</bdi>
      </header>
      <p className={styles.amount}>
        <Money amount={amount} currency={currency} />
      </p>
      <p className={styles.note}>
        {t('cashbackFormula', { percent: shown })} <When at={endsAt} form="short" />
      </p>
      <dl className={styles.sums}>
        {lines
          .filter(([name, value]) => name !== 'cashbackRewards' || value !== 0)
          .map(([name, value]) => (
            <Detail key={name} term={t(name)}>
              <Money amount={value} currency={currency} />
            </Detail>
          ))}
      </dl>
      <p className={styles.note}>
        {t('cashbackTerms', { min: money(minAmount, currency), max: money(maxAmount, currency) })}
      </p>
      {past.length > 0 && (
        <details className={styles.past}>
          <summary>{t('cashbackPast')}</summary>
          <dl className={styles.sums}>
            {past.map((week) => (
              <div key={week.startsAt}>
                <dt>
                  <Day at={week.startsAt} />
                </dt>
                <dd>
                  {week.amount === null ? t('cashbackPending') : <Money amount={week.amount} currency={currency} />}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </article>
  )
}

/** Shows the day in UTC, because weeks of cashback are in UTC. */
function Day({ at }: { at: string }) {
  const t = useLabels('bonuses')
  const locale = useLocale()
  const day = dateFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return <time dateTime={at}>{t('cashbackWeekOf', { day: day.format(new Date(at)) })}</time>
}
