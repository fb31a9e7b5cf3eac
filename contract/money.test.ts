import { expect, test } from 'vitest'
import { CurrencyCode, PositiveAmount, SignedWireAmount, toSubunits, toWire, WireAmount } from './money.ts'

const maxAmount = Number.MAX_SAFE_INTEGER

// Shows: ASVS 1.4.2
test('an amount is serialized exactly, or refused', () => {
  for (const amount of [0n, 1n, -1n, 123_456_789n, BigInt(maxAmount), -BigInt(maxAmount)])
    expect(BigInt(toWire(amount))).toBe(amount)
  for (const amount of [BigInt(maxAmount) + 1n, -BigInt(maxAmount) - 1n, 2n ** 60n])
    expect(() => toWire(amount)).toThrow(RangeError)
  expect(toSubunits(5)).toBe(5n)
  expect(() => toSubunits(0.5)).toThrow(RangeError)
})

test('a request accepts a positive integer amount that a double represents exactly', () => {
  expect(PositiveAmount.parse(1)).toBe(1n)
  expect(PositiveAmount.parse(maxAmount)).toBe(BigInt(maxAmount))
  for (const amount of [0, -1, 0.5, maxAmount + 1, Number.NaN, Infinity, '1', '٣', [1], null, true, 1n])
    expect(PositiveAmount.safeParse(amount).success).toBe(false)
})

test('a reply amount is zero or more; only a signed amount may be negative', () => {
  expect([0, maxAmount].map((amount) => WireAmount.safeParse(amount).success)).toEqual([true, true])
  expect([-1, 0.5, maxAmount + 1].map((amount) => WireAmount.safeParse(amount).success)).toEqual([false, false, false])
  expect([-maxAmount, 0, maxAmount].map((amount) => SignedWireAmount.safeParse(amount).success)).toEqual([
    true,
    true,
    true,
  ])
  expect([0.5, -maxAmount - 1].map((amount) => SignedWireAmount.safeParse(amount).success)).toEqual([false, false])
})

test('a currency has three to five capital letters', () => {
  expect(['EUR', 'USDT', 'MATIC'].every((code) => CurrencyCode.safeParse(code).success)).toBe(true)
  expect(['EU', 'eur', 'EUR ', 'TOOLONG', ''].some((code) => CurrencyCode.safeParse(code).success)).toBe(false)
})
