/** Totals above the list: deposits and withdrawals in the period and overall, stakes and wins. */
import type { RouteReply } from '#contract/api.ts'
import { useApi } from '../../../api/use-api.ts'
import { Detail } from '../../../design/detail/detail.tsx'
import { Money } from '../../../design/money/money.tsx'
import { useLabels } from '../../../render/labels.tsx'
import { periodOf } from './invoice-filter.ts'
import styles from './filters.module.css'

type Days = { from: string; to: string; currency: string }
type Paid = RouteReply<'GET /api/payment/invoices/statistics'>['lifetime']

export const paidQuery = (days: Pick<Days, 'from' | 'to'>) => ({ query: periodOf(days) })

export function PaidTotals({ days }: { days: Days }) {
  const t = useLabels('history')
  const { data } = useApi('GET /api/payment/invoices/statistics', paidQuery(days))
  if (!data || data.lifetime.length === 0) return null
  const isPeriod = days.from !== '' || days.to !== ''
  const inCurrency = (totals: Paid) => totals.filter(({ currency }) => !days.currency || currency === days.currency)
  return (
    <div className={styles.totals} role="group" aria-label={t('totalsLabel')}>
      {isPeriod && inCurrency(data.totals).length > 0 && (
        <Paid title={t('totalsPeriod')} totals={inCurrency(data.totals)} />
      )}
      <Paid title={t('totalsEver')} totals={inCurrency(data.lifetime)} />
    </div>
  )
}

function Paid({ title, totals }: { title: string; totals: Paid }) {
  const t = useLabels('history')
  return (
    <section className={styles.total}>
      <h2>{title}</h2>
      {totals.map(({ currency, deposited, withdrawn, net }) => (
        <dl key={currency}>
          <Detail term={t('deposited')}>
            <Money amount={deposited} currency={currency} />
          </Detail>
          <Detail term={t('withdrawn')}>
            <Money amount={withdrawn} currency={currency} />
          </Detail>
          <Detail data-sum="" term={t('netDeposits')}>
            <Money amount={net} currency={currency} />
          </Detail>
        </dl>
      ))}
    </section>
  )
}

export const playedQuery = ({ currency, from, to }: Days) => ({
  query: { ...periodOf({ from, to }), ...(currency && { currency }) },
})

export function PlayTotals({ days }: { days: Days }) {
  const t = useLabels('history')
  const { data } = useApi('GET /api/wallet/totals', playedQuery(days))
  if (!data || data.length === 0) return null
  return (
    <div className={styles.totals} role="group" aria-label={t('totalsLabel')}>
      {data.map(({ currency, staked, stakedFromBonus, won, inPlay, net }) => (
        <section key={currency} className={styles.total}>
          <h2>{t(days.from || days.to ? 'totalsPeriod' : 'totalsEver')}</h2>
          <dl>
            <Detail term={t('staked')}>
              <Money amount={staked} currency={currency} />
            </Detail>
            {stakedFromBonus > 0 && (
              <Detail term={t('ofItBonus')}>
                <Money amount={stakedFromBonus} currency={currency} />
              </Detail>
            )}
            {inPlay > 0 && (
              <Detail term={t('ofItInPlay')}>
                <Money amount={inPlay} currency={currency} />
              </Detail>
            )}
            <Detail term={t('paidOut')}>
              <Money amount={won} currency={currency} />
            </Detail>
            <Detail data-sum="" term={t('playResult')}>
              <Money amount={net} currency={currency} sign="always" />
            </Detail>
          </dl>
        </section>
      ))}
    </div>
  )
}
