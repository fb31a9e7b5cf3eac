/** A formatted amount with tabular figures, isolated from the direction of the surrounding text. */
import { useApi } from '../../api/use-api.ts'
import { useLocale } from '../../render/labels.tsx'
import { formatMoney, type MoneyCurrency, type MoneyStyle } from './format.ts'
import styles from './money.module.css'

type MoneyProps = MoneyStyle & { amount: number | bigint; currency: string; tone?: 'win' | 'soft' }

/** Shows an amount in subunits. `tone="win"` is only for winnings. */
export function Money({ amount, currency, tone, ...style }: MoneyProps) {
  const format = useMoney()
  const full = format(amount, currency, { ...style, precision: 'full' })
  const shown = format(amount, currency, style)
  return (
    <bdi className={styles.money} data-tone={tone} title={full === shown ? undefined : full}>
      {shown}
    </bdi>
  )
}

/** Returns a formatter for texts, which knows the currencies of the site: `money(5000, 'EUR')`. */
export function useMoney(): (amount: number | bigint, currency: string, style?: MoneyStyle) => string {
  const locale = useLocale()
  const find = useCurrency()
  return (amount, currency, style) => formatMoney(amount, find(currency), locale, style)
}

/** Returns a function that finds a currency by code; an unknown one gets two decimals. */
export function useCurrency(): (code: string) => MoneyCurrency {
  const { data = [] } = useApi('GET /api/settings/currencies')
  return (code) =>
    data.find((currency) => currency.code === code) ?? {
      code,
      type: 'fiat',
      subunitToUnit: 100,
      symbol: code,
      subCurrencies: [],
    }
}
