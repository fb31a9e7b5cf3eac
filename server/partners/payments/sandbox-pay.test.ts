import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { toSubunits } from '#contract/money.ts'
import { cashierConformance } from '#tests/setup/cashier-conformance.ts'
import { benchOf, type Gateway, sandboxGateway } from '#tests/setup/gateway.ts'
import { type PartnerBench, paymentPartnerConformance } from './conformance.ts'
import { fromDecimal, toDecimal } from '../../kernel/decimal.ts'

let gateway: Gateway
let bench: () => PartnerBench
beforeAll(async () => {
  gateway = await sandboxGateway('sandbox', () => 'http://127.0.0.1:9')
  bench = await benchOf(gateway, { currencies: ['EUR', 'USD', 'BRL', 'BTC', 'ETH', 'USDT'] })
})
afterAll(() => gateway.close())

describe('the sandbox adapter', () => {
  paymentPartnerConformance(() => bench())
})

// Shows: fault 8
describe('a site with the sandbox', () => {
  cashierConformance((operatorUrl) => sandboxGateway('sandbox', operatorUrl))
})

describe('decimal amounts', () => {
  test('are unchanged after conversion to the partner and back, in every currency', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('EUR', 'USD', 'BRL', 'BTC', 'ETH', 'USDT'),
        fc.bigInt({ min: 0n, max: BigInt(Number.MAX_SAFE_INTEGER) }),
        (currency, amount) => {
          expect(fromDecimal(toDecimal(toSubunits(amount), currency), currency)).toBe(amount)
        },
      ),
    )
  })

  test.each([
    ['50', 5000n],
    ['50.5', 5050n],
    ['50.00', 5000n],
    ['0.01', 1n],
    ['50.000', 5000n],
    ['50.001', null],
    ['-5', null],
    ['5e3', null],
    ['', null],
    ['٥', null],
    [50, null],
    ['999999999999999', null],
  ])('%s EUR reads as %s', (text, amount) => {
    expect(fromDecimal(text, 'EUR')).toBe(amount)
  })

  test('additional decimal places are dropped if requested', () => {
    expect(fromDecimal('50.009999', 'EUR', { isRoundedDown: true })).toBe(5000n)
  })
})
