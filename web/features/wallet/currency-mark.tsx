/** A currency symbol in a circle. Symbols that fonts may lack are icons. */
import { Icon, type IconName } from '../../design/icon/icon.tsx'
import { useCurrency } from '../../design/money/money.tsx'
import styles from './currency-mark.module.css'

const iconOf: Partial<Record<string, IconName>> = { BTC: 'coin-btc', ETH: 'coin-eth', USDT: 'coin-usdt' }

export function CurrencyMark({ currency, size = 32 }: { currency: string; size?: 24 | 32 | 40 }) {
  const { symbol, type } = useCurrency()(currency)
  const icon = iconOf[currency]
  return (
    <span
      className={styles.mark}
      data-size={size}
      data-type={type}
      data-long={symbol.length > 1 || undefined}
      aria-hidden="true"
    >
      {icon ? <Icon name={icon} size={(size * 5) / 8} /> : symbol}
    </span>
  )
}
