import { expect, test } from 'vitest'
import type { MoneyCurrency } from '../../../design/money/format.ts'
import { swapped } from './swap-panel.tsx'

const eur: MoneyCurrency = { code: 'EUR', type: 'fiat', subunitToUnit: 100, symbol: '€', subCurrencies: [] }
const btc: MoneyCurrency = { code: 'BTC', type: 'crypto', subunitToUnit: 100_000_000, symbol: '₿', subCurrencies: [] }

test('what a swap brings is calculated exactly and rounded down', () => {
  expect(swapped(10_00, eur, btc, '0.0000158730158')).toBe(15_873n)
  expect(swapped(1, btc, eur, '62999.99')).toBe(0n)
  expect(swapped(15_873, btc, eur, '62999.99')).toBe(999n)
  expect(swapped(9_007_199_254_740_991, eur, eur, '1')).toBe(9_007_199_254_740_991n)
})
