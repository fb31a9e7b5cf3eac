import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { offerKind } from '../offer-kind.ts'
import { presentOffer } from './present-offer.ts'

const shipped = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../content/rewards/offers.json'), 'utf8'),
) as Record<string, object>
const rates = { EUR: 1, USD: 2, BRL: 6 } as Record<string, number>
const present = (id: string, change: object = {}, currency = 'EUR', locale = 'en') =>
  presentOffer(
    { ...offerKind.schema.parse({ ...shipped[id], ...change }), id, version: 3 },
    { currency, rates },
    locale,
  )

// Shows: 3.17.1
test('a percentage of a deposit has its range, its highest amount and all its terms, in both currencies', () => {
  const offer = present('welcome-100', { days: 14, deposit: { from: '20', to: '500', items: {} } }, 'USD', 'es')
  expect(offer).toMatchObject({
    id: 'welcome-100',
    termsVersion: 3,
    type: 2,
    name: expect.stringContaining('en tu primer depósito'),
    package: { id: 'welcome', name: 'Paquete de bienvenida' },
    triggerConditions: {
      invoiceAmountItems: [{ currency: 'USD', amountFrom: 4000, amountTo: 100_000 }],
      baseCurrencyInvoiceAmountFrom: 2000,
      baseCurrencyInvoiceAmountTo: 50_000,
    },
    assignConditions: {
      amountItems: [],
      baseCurrencyAmount: null,
      maxAmountItems: [{ currency: 'USD', amount: 40_000 }],
      baseCurrencyMaxAmount: 20_000,
      depositPercentage: 100,
      presets: [],
    },
    terms: {
      wageringMultiplier: 10,
      isOnce: true,
      maxBet: [{ currency: 'USD', amount: 1000 }],
      expiresAfterSeconds: 1_209_600,
    },
  })
  expect(offer.terms).not.toHaveProperty('winsAs')
})

test('an amount has no percentage, and an offer without upper or highest limits says none', () => {
  const offer = present('reward-bonus-5', { maxBet: null, deposit: { from: '1', to: null, items: {} } })
  expect(offer).toMatchObject({
    type: 1,
    package: null,
    triggerConditions: {
      invoiceAmountItems: [{ currency: 'EUR', amountFrom: 100, amountTo: null }],
      baseCurrencyInvoiceAmountTo: null,
    },
    assignConditions: {
      amountItems: [{ currency: 'EUR', amount: 500 }],
      baseCurrencyAmount: 500,
      maxAmountItems: [],
      baseCurrencyMaxAmount: null,
      depositPercentage: null,
    },
    terms: { maxBet: [] },
  })
})

test('free spins have their stake, and the terms of what they win', () => {
  const spins = { quantity: 20, gameId: 'ember-forge', amount: { base: '0.25' } }
  const contribution = { kinds: { slot: 100, dice: 0 } }
  const winsTerms = { wagering: 5, maxBet: { base: '2' }, contribution, days: 7 }
  const asBonus = present('welcome-spins', { spins, days: 2, winsAs: 'bonus', winsTerms }, 'USD')
  expect(asBonus).toMatchObject({
    type: 3,
    assignConditions: { depositPercentage: null, presets: [{ quantity: 20, gameId: 'ember-forge', spinAmount: 50 }] },
    terms: {
      wageringMultiplier: 5,
      maxBet: [{ currency: 'USD', amount: 400 }],
      expiresAfterSeconds: 172_800,
      winsAs: 'bonus',
      winsExpireAfterSeconds: 604_800,
    },
  })
  const asCash = present('welcome-spins', { spins, winsAs: 'cash', winsTerms: undefined })
  expect(asCash.terms).toMatchObject({
    wageringMultiplier: 0,
    contribution: null,
    expectedCostPercent: 0,
    winsAs: 'cash',
  })
  expect(asCash.terms).not.toHaveProperty('winsExpireAfterSeconds')
})

test('wagering costs the edge of the slots that count, as often as it is required, in whole percent', () => {
  const cost = (wagering: number) => present('welcome-100', { wagering }).terms.expectedCostPercent
  expect(cost(0)).toBe(0)
  expect(cost(10)).toBeGreaterThan(0)
  expect(Math.abs(cost(10) - 2 * cost(5))).toBeLessThanOrEqual(1)
  expect(Number.isInteger(cost(7))).toBe(true)
})
