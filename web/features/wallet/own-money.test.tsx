import { expect, test } from 'vitest'
import { textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { OwnMoney } from './own-money.tsx'

const currency = (code: string, rate: number, symbol: string) => ({
  code,
  name: code,
  type: 'fiat',
  isEnabled: true,
  isBase: code === 'EUR',
  subunitToUnit: 100,
  symbol,
  rate: { rate },
  subCurrencies: [],
})
const seenBy = (own: string) => ({
  isSignedIn: true,
  answers: [
    [apiKey('GET /api/settings/currencies'), [currency('EUR', 1, '€'), currency('BRL', 6.2, 'R$')]],
    [apiKey('GET /api/wallet/accounts'), [{ id: own, currency: own, status: 1, balance: 0 }]],
  ] as never,
})

test('a prize in another currency is shown in the player’s own first, with the stated one beside it', () => {
  const prize = <OwnMoney amount={1000_00} currency="EUR" />
  expect(textOf(prize, seenBy('BRL'))).toMatch(/^≈ R\$6,200\.00 €1,000\.00$/)
  expect(textOf(prize, seenBy('EUR'))).toBe('€1,000.00')
})
