import { describe, expect, test } from 'vitest'
import type { DepositBonus } from '#contract/bonuses.ts'
import { type Beginning, type BonusChoice, choiceAfterChange, initialChoice, toRequest } from './choice.ts'
import { byPackage, depositRange, expectedBonus, fits } from './terms.ts'

type Change = Partial<Pick<DepositBonus, 'type' | 'package'>> & {
  from?: number
  to?: number | null
  assign?: Partial<DepositBonus['assignConditions']>
}
function bonus(id: string, { from = 0, to = null, assign = {}, type = 2, ...rest }: Change = {}): DepositBonus {
  return {
    id,
    termsVersion: 4,
    name: id,
    description: '',
    package: null,
    type,
    ...rest,
    triggerConditions: {
      invoiceAmountItems: [{ currency: 'EUR', amountFrom: from, amountTo: to }],
      baseCurrencyInvoiceAmountFrom: from,
      baseCurrencyInvoiceAmountTo: to,
    },
    assignConditions: {
      amountItems: [],
      baseCurrencyAmount: null,
      maxAmountItems: [],
      baseCurrencyMaxAmount: null,
      depositPercentage: null,
      presets: [],
      ...assign,
    },
    terms: {
      wageringMultiplier: 10,
      maxBet: [],
      isOnce: true,
      contribution: null,
      expiresAfterSeconds: 86_400,
      expectedCostPercent: 40,
    },
  }
}
const large = bonus('large', { from: 5000, to: 50_000 })
const small = bonus('small', { from: 1000 })
const offered = (amount: number | null) => ({ bonuses: [large, small], currency: 'EUR', amount })
const begin = (change: Partial<Beginning> = {}) =>
  initialChoice({ ...offered(2500), preset: null, isDeclinedByDefault: false, hasCode: false, ...change })

// Shows: 4.9.1
describe('where the choice begins', () => {
  test('the bonus that the wallet was opened for comes before everything else', () => {
    expect(begin({ preset: 'large', isDeclinedByDefault: true, hasCode: true })).toEqual({ kind: 'bonus', id: 'large' })
  })
  test('one that is not offered counts as none', () => {
    expect(begin({ preset: 'gone' })).toEqual({ kind: 'bonus', id: 'small' })
  })
  test("then the operator's word that players begin without", () => {
    expect(begin({ isDeclinedByDefault: true, hasCode: true })).toEqual({ kind: 'declined', by: 'content' })
  })
  test('then a code that the player has', () => {
    expect(begin({ hasCode: true })).toEqual({ kind: 'code' })
  })
  test('then the first that fits the amount', () => {
    expect(begin()).toEqual({ kind: 'bonus', id: 'small' })
    expect(begin({ amount: 5000 })).toEqual({ kind: 'bonus', id: 'large' })
  })
  // Shows: 4.9.2
  test('where the payer decides the amount, the first of all', () => {
    expect(begin({ amount: null })).toEqual({ kind: 'bonus', id: 'large' })
  })
  test('and where nothing fits, none', () => {
    expect(begin({ amount: 500 })).toEqual({ kind: 'declined', by: 'amount' })
    expect(begin({ bonuses: [] })).toEqual({ kind: 'declined', by: 'amount' })
  })
})

// Shows: 4.9.3
describe('when the amount changes', () => {
  const after = (choice: BonusChoice, amount: number) => choiceAfterChange(choice, offered(amount))
  test('a choice that still fits stays, also where an earlier one would fit by now', () => {
    expect(after({ kind: 'bonus', id: 'small' }, 6000)).toEqual({ kind: 'bonus', id: 'small' })
  })
  test('one that fits no longer gives way to another that does', () => {
    expect(after({ kind: 'bonus', id: 'large' }, 4999)).toEqual({ kind: 'bonus', id: 'small' })
    expect(after({ kind: 'bonus', id: 'large' }, 50_001)).toEqual({ kind: 'bonus', id: 'small' })
  })
  test('and to none where nothing does; a further amount may bring one back', () => {
    const none = after({ kind: 'bonus', id: 'small' }, 999)
    expect(none).toEqual({ kind: 'declined', by: 'amount' })
    expect(after(none, 1000)).toEqual({ kind: 'bonus', id: 'small' })
  })
  test('where bonuses are declined by default, nobody gets another bonus than the chosen one', () => {
    expect(choiceAfterChange({ kind: 'bonus', id: 'large' }, offered(4999), true)).toEqual({
      kind: 'declined',
      by: 'content',
    })
    expect(choiceAfterChange({ kind: 'bonus', id: 'large' }, offered(6000), true)).toEqual({
      kind: 'bonus',
      id: 'large',
    })
  })
  test('who declined is not opted in by another amount; a code stays a code', () => {
    for (const choice of [
      { kind: 'declined', by: 'player' },
      { kind: 'declined', by: 'content' },
      { kind: 'code' },
    ] as BonusChoice[])
      expect(after(choice, 6000)).toEqual(choice)
  })
})

// Shows: 4.9.3, 4.9.4
test('a decline is sent as one, also where it follows from the amount, and a bonus with its terms as shown', () => {
  expect(toRequest({ kind: 'bonus', id: 'small' }, small)).toEqual({
    bonusId: 'small',
    bonusTermsVersion: 4,
    isBonusDecline: false,
  })
  expect(toRequest({ kind: 'declined', by: 'player' }, undefined)).toEqual({ bonusId: null, isBonusDecline: true })
  expect(toRequest({ kind: 'declined', by: 'amount' }, undefined)).toEqual({ bonusId: null, isBonusDecline: true })
  expect(toRequest({ kind: 'code' }, undefined)).toEqual({ bonusId: null, isBonusDecline: false })
})

describe('the value of a bonus', () => {
  test('a flat amount, a part up to its cap, free spins', () => {
    expect(
      expectedBonus(bonus('a', { type: 1, assign: { amountItems: [{ currency: 'EUR', amount: 1000 }] } }), 'EUR', 5000),
    ).toEqual({ cash: 1000, spins: 0 })
    const percent = bonus('b', {
      assign: { depositPercentage: 33.33, maxAmountItems: [{ currency: 'EUR', amount: 2000 }] },
    })
    expect(expectedBonus(percent, 'EUR', 1001)).toEqual({ cash: 333, spins: 0 })
    expect(expectedBonus(percent, 'EUR', 90_000)).toEqual({ cash: 2000, spins: 0 })
    expect(
      expectedBonus(
        bonus('c', { type: 3, assign: { presets: [{ quantity: 25, gameId: 'x', spinAmount: 20 }] } }),
        'EUR',
        5000,
      ),
    ).toEqual({ cash: 0, spins: 25 })
  })
  test('counts exactly where a fraction of two large numbers would not', () => {
    expect(expectedBonus(bonus('d', { assign: { depositPercentage: 100 } }), 'EUR', Number.MAX_SAFE_INTEGER)).toEqual({
      cash: Number.MAX_SAFE_INTEGER,
      spins: 0,
    })
  })
  test('a currency that it does not name is not served', () => {
    expect(depositRange(large, 'USD')).toBeNull()
    expect(fits(large, 'USD', 6000)).toBe(false)
  })
})

// Shows: 2.5.22
test('bonuses are grouped by package, single ones at the end', () => {
  const pack = { id: 'welcome', name: 'Welcome' }
  const groups = byPackage([
    bonus('one'),
    bonus('two', { package: pack }),
    bonus('three'),
    bonus('four', { package: pack }),
    bonus('five', { package: { id: 'return', name: 'Welcome' } }),
  ])
  expect(groups.map(({ key, name, bonuses }) => [key, name, bonuses.map(({ id }) => id)])).toEqual([
    ['welcome', 'Welcome', ['two', 'four']],
    ['return', 'Welcome', ['five']],
    ['', null, ['one', 'three']],
  ])
})
