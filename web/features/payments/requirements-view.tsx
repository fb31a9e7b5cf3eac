/** Everything that a withdrawal will be held for, before it is requested. */
import type { RouteReply } from '#contract/api.ts'
import { useApi } from '../../api/use-api.ts'
import { useMoney } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { CheckList } from './check-list.tsx'
import styles from './check-list.module.css'

const route = 'GET /api/payment/requirements'
type RequirementsProps = { method: string; currency: string; country: string | null; amount: number }

export function RequirementsView({ method, currency, country, amount }: RequirementsProps) {
  const { data } = useApi(
    route,
    { query: { method, currency, country: country ?? undefined, amount } },
    // What the player provides in the meantime is another answer.
    { staleTime: 0, placeholderData: (before: RouteReply<typeof route> | undefined) => before },
  )
  const t = useLabels('holds')
  const money = useMoney()
  if (!data || data.checks.every(({ state }) => state === 'met')) return null
  const { checks, promisedHours, compensation } = data
  const isOpen = checks.some(({ state }) => state === 'open')
  return (
    <section className={styles.box}>
      <h3>{t('before')}</h3>
      <CheckList checks={checks} />
      <p>
        {t('all')} {promisedHours !== null && t(isOpen ? 'promiseAfter' : 'promiseWithin', { hours: promisedHours })}{' '}
        {compensation !== null && t('compensation', { amount: money(compensation, currency) })}
      </p>
    </section>
  )
}
