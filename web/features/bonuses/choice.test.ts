import { describe, expect, test } from 'vitest'
import type { DepositBonus } from '#contract/bonuses.ts'
import { type InitialOptions, type BonusChoice, choiceAfterChange, initialChoice, toRequest } from './choice.ts'
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
const initial = (change: Partial<InitialOptions> = {}) =>
  initialChoice({ ...offered(2500), preset: null, isDeclinedByDefault: false, hasCode: false, ...change })

// Shows: 4.9.1
describe('the initial choice', () => {
  test('is the preset bonus, even if bonuses are declined by default or there is a code', () => {
    expect(initial({ preset: 'large', isDeclinedByDefault: true, hasCode: true })).toEqual({
      kind: 'bonus',
      id: 'large',
    })
  })
  test('ignores a preset bonus that is not offered', () => {
    expect(initial({ preset: 'gone' })).toEqual({ kind: 'bonus', id: 'small' })
  })
  test('is "declined" if the content declines bonuses by default', () => {
    expect(initial({ isDeclinedByDefault: true, hasCode: true })).toEqual({ kind: 'declined', by: 'content' })
  })
  test('is the code if the player has one', () => {
    expect(initial({ hasCode: true })).toEqual({ kind: 'code' })
  })
  test('is otherwise the first bonus that fits the amount', () => {
    expect(initial()).toEqual({ kind: 'bonus', id: 'small' })
    expect(initial({ amount: 5000 })).toEqual({ kind: 'bonus', id: 'large' })
  })
  // Shows: 4.9.2
  test('is the first bonus if the amount is unknown', () => {
    expect(initial({ amount: null })).toEqual({ kind: 'bonus', id: 'large' })
  })
  test('is "declined" if no bonus fits the amount', () => {
    expect(initial({ amount: 500 })).toEqual({ kind: 'declined', by: 'amount' })
    expect(initial({ bonuses: [] })).toEqual({ kind: 'declined', by: 'amount' })
  })
})

// Shows: 4.9.3
describe('when the amount changes', () => {
  const after = (choice: BonusChoice, amount: number) => choiceAfterChange(choice, offered(amount))
  test('a choice that still fits is kept, even if a bonus earlier in the list fits too', () => {
    expect(after({ kind: 'bonus', id: 'small' }, 6000)).toEqual({ kind: 'bonus', id: 'small' })
  })
  test('a choice that no longer fits is replaced by the first one that does', () => {
    expect(after({ kind: 'bonus', id: 'large' }, 4999)).toEqual({ kind: 'bonus', id: 'small' })
    expect(after({ kind: 'bonus', id: 'large' }, 50_001)).toEqual({ kind: 'bonus', id: 'small' })
  })
  test('a choice is declined if nothing fits, and reconsidered with the next amount', () => {
    const none = after({ kind: 'bonus', id: 'small' }, 999)
    expect(none).toEqual({ kind: 'declined', by: 'amount' })
    expect(after(none, 1000)).toEqual({ kind: 'bonus', id: 'small' })
  })
  test('with bonuses declined by default, a choice that no longer fits is declined', () => {
    expect(choiceAfterChange({ kind: 'bonus', id: 'large' }, offered(4999), true)).toEqual({
      kind: 'declined',
      by: 'content',
    })
    expect(choiceAfterChange({ kind: 'bonus', id: 'large' }, offered(6000), true)).toEqual({
      kind: 'bonus',
      id: 'large',
    })
  })
  test('a decline by the player or the content is kept, and so is a code', () => {
    for (const choice of [
      { kind: 'declined', by: 'player' },
      { kind: 'declined', by: 'content' },
      { kind: 'code' },
    ] as BonusChoice[])
      expect(after(choice, 6000)).toEqual(choice)
  })
})

// Shows: 4.9.3, 4.9.4
test('every decline is sent as one, and a bonus with the version of its terms', () => {
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
  test('is a fixed amount, a percentage up to a maximum, or free spins', () => {
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
  test('is exact for large amounts', () => {
    expect(expectedBonus(bonus('d', { assign: { depositPercentage: 100 } }), 'EUR', Number.MAX_SAFE_INTEGER)).toEqual({
      cash: Number.MAX_SAFE_INTEGER,
      spins: 0,
    })
  })
  test('does not exist in a currency that the bonus does not list', () => {
    expect(depositRange(large, 'USD')).toBeNull()
    expect(fits(large, 'USD', 6000)).toBe(false)
  })
})

// Shows: 2.5.22
test('bonuses are grouped by package, and single ones are last', () => {
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
