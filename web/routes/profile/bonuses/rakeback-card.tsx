/** Rakeback of one currency: formula with an example, claimable amount, and a button to claim it. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Rakeback } from '#contract/rakeback.ts'
import { api, ApiError } from '../../../api/client.ts'
import { invalidate, useApi } from '../../../api/use-api.ts'
import { Button } from '../../../design/button/button.tsx'
import { Detail } from '../../../design/detail/detail.tsx'
import { Money, useCurrency, useMoney } from '../../../design/money/money.tsx'
import { percentText } from '../../../render/formats.ts'
import { useLabels, useLocale } from '../../../render/labels.tsx'
import styles from './bonuses.module.css'

export const rakebackRoute = 'GET /api/game/bonuses/rakeback'

/** Shows rakeback of the active currency and of those with an amount. */
export function RakebackSection({ active }: { active: string | undefined }) {
  const t = useLabels('bonuses')
  const client = useQueryClient()
  const { data: all = [] } = useApi(rakebackRoute)
  const [busy, setBusy] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<{ currency: string; message: string } | null>(null)
  const shown = all.filter(({ currency, amount, claimed }) => currency === active || amount > 0 || claimed > 0)
  if (shown.length === 0) return null
  const claim = async (currency: string) => {
    setBusy(currency)
    setRefusal(null)
    try {
      await api('POST /api/game/bonuses/rakeback/claim', { body: { currency } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal({ currency, message: error.message })
    } finally {
      setBusy(null)
      // Rakeback is read again even after a refusal, because another tab may have claimed it.
      void invalidate(client, rakebackRoute)
    }
  }
  return (
    <section className={styles.section} aria-label={t('rakebackTitle')}>
      <h2>{t('rakebackTitle')}</h2>
      <ul className={styles.list}>
        {shown.map((rakeback) => (
          <li key={rakeback.currency}>
            <RakebackCard
              rakeback={rakeback}
              isBusy={busy === rakeback.currency}
              refusal={refusal?.currency === rakeback.currency ? refusal.message : null}
              onClaim={() => void claim(rakeback.currency)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type CardProps = { rakeback: Rakeback; isBusy: boolean; refusal: string | null; onClaim(): void }

export function RakebackCard({ rakeback, isBusy, refusal, onClaim }: CardProps) {
  const t = useLabels('bonuses')
  const money = useMoney()
  const locale = useLocale()
  const { subunitToUnit } = useCurrency()(rakeback.currency)
  const { currency, percent, isEnded, amount, claimed, minAmount } = rakeback
  const shown = percentText(percent, locale)
  // The example uses a house edge of 4 %.
  const stake = 100 * subunitToUnit
  const earned = Math.floor((stake * 4 * percent) / 10_000)
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <h3>{rakeback.name}</h3>
        <bdi>{currency}</bdi>
      </header>
      <div>
        <p className={styles.amount}>
          <Money amount={amount} currency={currency} />
        </p>
        <p className={styles.note}>{t('rakebackAvailable')}</p>
      </div>
      {isEnded ? (
        <p className={styles.note}>{t('rakebackEnded')}</p>
      ) : (
        <>
          <p className={styles.note}>{t('rakebackFormula', { percent: shown })}</p>
          <p className={styles.note}>
            {t('rakebackExample', { stake: money(stake, currency), amount: money(earned, currency) })}
          </p>
        </>
      )}
      {claimed > 0 && (
        <dl className={styles.sums}>
          <Detail term={t('rakebackClaimed')}>
            <Money amount={claimed} currency={currency} />
          </Detail>
        </dl>
      )}
      {!isEnded && <p className={styles.note}>{t('rakebackTerms', { min: money(minAmount, currency) })}</p>}
      {refusal && <p role="alert">{refusal}</p>}
      <div className={styles.actions}>
        <Button
          tone="primary"
          isBusy={isBusy}
          disabled={amount < 1 || (!isEnded && amount < minAmount)}
          onClick={onClaim}
        >
          {t('rakebackClaim')}
        </Button>
      </div>
    </article>
  )
}
