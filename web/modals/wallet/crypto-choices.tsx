/**
 * Crypto currencies beside the methods of a fiat account: choosing one opens its account, and with it its deposit. The
 * player needs to know nothing about accounts before.
 */
import { useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useCurrency } from '../../design/money/money.tsx'
import { useAlert } from '../../features/alerts/raise-alert.ts'
import { useAccountActions } from '../../features/wallet/accounts.ts'
import { CurrencyMark } from '../../features/wallet/currency-mark.tsx'
import { alertFor } from '../../features/wallet/use-submit.ts'
import { useLabels } from '../../render/labels.tsx'
import styles from './method-list.module.css'

export function CryptoChoices({ currency }: { currency: string }) {
  const t = useLabels('wallet')
  const find = useCurrency()
  const alert = useAlert()
  const { switchTo } = useAccountActions()
  const { data: currencies = [] } = useApi('GET /api/settings/currencies')
  const [busy, setBusy] = useState<string | null>(null)
  const coins = currencies.filter(({ isEnabled, type }) => isEnabled && type === 'crypto')
  if (find(currency).type === 'crypto' || coins.length === 0) return null
  const choose = async (code: string) => {
    setBusy(code)
    try {
      await switchTo(code)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await alert('common', alertFor(error))
    } finally {
      setBusy(null)
    }
  }
  return (
    <section className={styles.crypto} aria-label={t('cryptoMethods')}>
      <h3>{t('cryptoMethods')}</h3>
      <ul className={styles.list}>
        {coins.map(({ code, name }) => (
          <li key={code}>
            <button
              type="button"
              className={styles.tile}
              disabled={busy !== null}
              aria-busy={busy === code || undefined}
              onClick={() => void choose(code)}
            >
              <CurrencyMark currency={code} size={40} />
              <span className={styles.words}>
                <strong>{name}</strong>
                <small>{t('opensAccount', { currency: code })}</small>
              </span>
              <span className={styles.arrow}>
                <Icon name="chevron-right" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
