import { expect, test } from 'vitest'
import type { Offer } from '../offers.ts'
import { depositRange, highestStake } from './amounts.ts'

const offer = { deposit: { from: '20', to: '500', items: { USDT: { from: '25', to: null } } } } as unknown as Offer
const rates = { EUR: 1, USD: 1.0815, BTC: 0.000011409, USDT: 1.09 } as Record<string, number>

test('converted limits of deposits have two significant digits, and the range is never narrower than the offer’s', () => {
  // 22,818 and 570,450 satoshi.
  expect(depositRange(offer, 'BTC', rates)).toEqual({ from: 22_000n, to: 580_000n })
  // 21.63 and 540.75.
  expect(depositRange(offer, 'USD', rates)).toEqual({ from: 2100n, to: 55_000n })
  expect(depositRange(offer, 'USD', { ...rates, USD: 2 })).toEqual({ from: 4000n, to: 100_000n })
})

test('limits that the offer states for a currency, and those of the base currency, are as stated', () => {
  expect(depositRange(offer, 'USDT', rates)).toEqual({ from: 25_000_000n, to: null })
  expect(depositRange(offer, 'EUR', rates)).toEqual({ from: 2000n, to: 50_000n })
})

test('a converted highest stake has two significant digits and is never below the offer’s; a stated one is exact', () => {
  const five = { base: '5', items: {} }
  expect(highestStake(five, 'EUR', rates)).toBe(500n)
  expect(highestStake(five, 'USDT', { ...rates, USDT: 1.16002 })).toBe(5_900_000n)
  expect(highestStake({ base: '5', items: { USDT: '5.55' } }, 'USDT', rates)).toBe(5_550_000n)
})
