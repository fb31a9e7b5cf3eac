import { expect, test } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { useConditionText } from './use-condition-text.ts'

const run = hooks()

// Shows: 3.17.1
test.each([
  [0, 'cash', 'no wagering'],
  [1, undefined, 'wager 1×'],
  [30, undefined, 'wager 30×'],
  [5, 'bonus', 'wager winnings 5×'],
])('a bonus that is wagered %i times and wins %s says: %s', async (wageringMultiplier, winsAs, words) => {
  const bonus = {
    triggerConditions: {
      invoiceAmountItems: [
        { currency: 'USD', amountFrom: 100, amountTo: null },
        { currency: 'EUR', amountFrom: 2000, amountTo: 50_000 },
      ],
    },
    terms: {
      wageringMultiplier,
      winsAs,
      maxBet: [{ currency: 'EUR', amount: 500 }],
      expiresAfterSeconds: 86_400,
    },
  }
  const { current } = await run(() => useConditionText()(bonus as never, 'EUR'))
  expect(current.replaceAll(/\s+/g, ' ').split(' · ')).toEqual(['min €20, max €500', words, 'max stake €5', '1 day'])
})
