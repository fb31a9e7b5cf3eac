import { expect, test } from 'vitest'
import type { Invoice } from '#contract/payments.ts'
import { hooks } from '#tests/setup/hook.tsx'
import { EndShown, Outcome } from './outcome.tsx'

const run = hooks()

// Shows: 2.5.3
test('leaving needs no confirmation while the end of a deposit is shown', async () => {
  const shown: boolean[] = []
  const invoice = { id: 'i1', type: 1, status: 2, stage: 'paid', amount: 2500, currency: 'EUR' } as Invoice
  const page = await run(() => Outcome({ invoice, onAgain: () => undefined }), {
    within: (outcome) => <EndShown value={(isShown) => shown.push(isShown)}>{outcome}</EndShown>,
  })
  expect(shown).toEqual([true])
  await page.close()
  expect(shown).toEqual([true, false])
})
