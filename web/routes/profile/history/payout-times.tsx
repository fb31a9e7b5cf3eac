/** Shows measured payout times of payment methods. */
import { useApi } from '../../../api/use-api.ts'
import { useTranslation } from '../../../features/payments/use-translation.ts'
import { useLabels, useLocale } from '../../../render/labels.tsx'
import { durationText } from './duration.ts'
import styles from './filters.module.css'

export function PayoutTimes() {
  const t = useLabels('history')
  const locale = useLocale()
  const texts = useTranslation()
  const { data = [] } = useApi('GET /api/payment/payout-times')
  if (data.length === 0) return null
  return (
    <details className={styles.times}>
      <summary>{t('payoutTimes')}</summary>
      <ul>
        {data.map(({ method, methodNames, currency, medianSeconds, p95Seconds }) => (
          <li key={`${method} ${currency}`}>
            {t('payoutTime', {
              method: texts(methodNames),
              currency,
              median: durationText(medianSeconds, locale),
              p95: durationText(p95Seconds, locale),
            })}
          </li>
        ))}
      </ul>
      <p>{t('payoutTimesNote')}</p>
    </details>
  )
}
