import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { Currency } from '#contract/settings.ts'
import { markupOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { equivalentOf, useEquivalent, useEquivalentChoice } from './equivalent.ts'

afterEach(() => vi.unstubAllGlobals())

const currency = (code: string, subunitToUnit: number, rate: number, perShown?: number): Currency => ({
  code,
  name: code,
  type: perShown ? 'crypto' : 'fiat',
  isEnabled: true,
  isBase: rate === 1,
  subunitToUnit,
  rate: { rate },
  symbol: code,
  subCurrencies: perShown ? [{ code: `m${code}`, subunitToUnit: perShown }] : [],
})
const eur = currency('EUR', 100, 1)
const usd = currency('USD', 100, 1.163)
const btc = currency('BTC', 100_000_000, 0.00001, 100_000)

// Shows: 9.6.2
test('equivalentOf converts by the rates and rounds to two decimals', () => {
  expect(equivalentOf(1000, eur, usd)).toBe(11.63)
  expect(equivalentOf(1, eur, usd)).toBe(0.01)
  expect(equivalentOf(5, eur, usd)).toBe(0.06)
  expect(equivalentOf(100_000, btc, usd)).toBe(116.3)
})

// Shows: 3.1.2
test('equivalentOf returns milli units for BTC', () => {
  expect(equivalentOf(100_000, eur, btc)).toBe(10)
  expect(equivalentOf(5000, eur, btc)).toBe(0.5)
})

// Shows: 2.5.10
test('an amount has an equivalent in USD, but not one in USD itself or in a currency without a known rate', () => {
  const shown = (code: string) =>
    markupOf(
      createElement(function Worth() {
        return useEquivalent()(1000, code) ?? 'none'
      }),
      { answers: [[apiKey('GET /api/settings/currencies'), [eur, usd]]] },
    )
  expect(['EUR', 'USD', 'BTC'].map(shown)).toEqual(['≈ $11.63', 'none', 'none'])
})

// Shows: 9.6.2
test('the chosen currency is written to local storage', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => stored.set(key, value) })
  vi.stubGlobal('sessionStorage', undefined)
  renderToStaticMarkup(
    createElement(function Choice() {
      useEquivalentChoice().choose('BRL')
      return null
    }),
  )
  expect([...stored]).toEqual([['equivalentCurrency', 'BRL']])
})
