import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import type { BonusPage, DepositBonus } from '#contract/bonuses.ts'
import { textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import GuestOffer from './guest-offer.tsx'
import { welcomePage } from './welcome-page.ts'

const offer: DepositBonus = {
  id: 'welcome-100',
  name: 'Welcome',
  description: '',
  package: null,
  type: 2,
  triggerConditions: {
    invoiceAmountItems: [],
    baseCurrencyInvoiceAmountFrom: null,
    baseCurrencyInvoiceAmountTo: null,
  },
  assignConditions: {
    amountItems: [{ currency: 'USD', amount: 10_00 }],
    baseCurrencyAmount: null,
    maxAmountItems: [{ currency: 'USD', amount: 200_00 }],
    baseCurrencyMaxAmount: null,
    depositPercentage: 100,
    presets: [{ quantity: 25, gameId: 'dice', spinAmount: 20 }],
  },
  terms: {
    wageringMultiplier: 10,
    maxBet: [],
    isOnce: true,
    contribution: null,
    expiresAfterSeconds: 86_400,
    expectedCostPercent: 39,
  },
  termsVersion: 1,
}

function shown(
  changes: Partial<DepositBonus>,
  state: BonusPage['offers'][number]['state'] = 'open',
  locale = 'en',
  init = {},
) {
  const page: BonusPage = {
    identity: 'welcome',
    name: 'Welcome',
    currency: 'USD',
    offers: [{ offer: { ...offer, ...changes }, deposit: 1, code: null, state }],
  }
  return textOf(<GuestOffer />, { locale, answers: [[apiKey(...welcomePage), page]], init })
}

test.each(localeCodes)('guests see the offer with its amount in their currency and its cost, in %s', (locale) => {
  expect(shown({}, 'open', locale)).toMatch(/100.*200.*10.*39/)
})

test('an offer names its amount, percentage or free spins, and says when there is no wagering', () => {
  const free = { ...offer.terms, wageringMultiplier: 0, expectedCostPercent: 0 }
  expect(shown({})).toMatch(/100% up to \$200.*10× wagering costs 39% of it/)
  expect(shown({ type: 1 })).toContain('Welcome bonus: $10')
  expect(shown({ type: 3, terms: free })).toMatch(/25 free spins.*Without wagering/)
})

test('nothing is shown without an offer for the next deposit, or where nobody can register', () => {
  expect(shown({}, 'over')).toBe('')
  expect(shown({}, 'open', 'en', { isRestricted: true })).toBe('')
  expect(textOf(<GuestOffer />)).toBe('')
})
