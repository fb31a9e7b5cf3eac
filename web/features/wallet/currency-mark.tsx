/** A currency symbol in a circle. */
import { useCurrency } from '../../design/money/money.tsx'
import styles from './currency-mark.module.css'

export function CurrencyMark({ currency, size = 32 }: { currency: string; size?: 24 | 32 | 40 }) {
  const { symbol, type } = useCurrency()(currency)
  return (
    <span
      className={styles.mark}
      data-size={size}
      data-type={type}
      data-long={symbol.length > 1 || undefined}
      aria-hidden="true"
    >
      {symbol}
    </span>
  )
}
