import { expect, test } from 'vitest'
import { formatAmount } from './format-amount.ts'

// Shows: 3.1.2
test.each<[bigint, string, string, string]>([
  [0n, 'EUR', 'en', '€0.00'],
  [5n, 'EUR', 'en', '€0.05'],
  [50n, 'EUR', 'en', '€0.50'],
  [123_456_789n, 'EUR', 'en', '€1,234,567.89'],
  [123_456n, 'BRL', 'pt-BR', 'R$ 1.234,56'],
  [5000n, 'EUR', 'de', '50,00 €'],
  [5000n, 'USD', 'es', '50,00 $'],
  [5000n, 'USD', 'fr-CA', '50,00 $'],
  [9_007_199_254_740_993n, 'EUR', 'en', '€90,071,992,547,409.93'],
  [5000n, 'USD', 'ar', '\u200f50.00 US$\u200e'],
  [150_000n, 'BTC', 'ar', '\u200f1.5 mBTC\u200e'],
  [1n, 'BTC', 'en', '0.00001 mBTC'],
  [150_000n, 'BTC', 'en', '1.5 mBTC'],
  [33_300_000n, 'USDT', 'en', '33.3 USDT'],
  [7n, 'XXX', 'en', '7 XXX'],
])('%d of %s in %s reads %s', (amount, currency, locale, text) => {
  expect(formatAmount(amount, currency, locale).replaceAll('\u00a0', ' ')).toBe(text)
})
