/** Tests of the rakeback card in all states and locales, rendered from fixtures. */
import { expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import type { Rakeback } from '#contract/rakeback.ts'
import { markupOf, textOf } from '#tests/setup/markup.tsx'
import { RakebackCard } from './rakeback-card.tsx'

const rakeback: Rakeback = {
  currency: 'EUR',
  name: 'Rakeback',
  percent: 7.5,
  isEnded: false,
  minAmount: 10,
  amount: 250,
  claimed: 0,
  claimedAt: null,
}

const card = (part: Partial<Rakeback>, refusal: string | null = null) => (
  <RakebackCard rakeback={{ ...rakeback, ...part }} isBusy={false} refusal={refusal} onClaim={() => undefined} />
)
const isDisabled = (markup: string) => /<button[^>]* disabled=""/.test(markup)

test.each(locales)('states formula, example, minimum and claim in %s', (locale) => {
  const text = textOf(card({}), { locale })
  // This is 7.5 % of a house edge of 4 % of 100.
  for (const part of [/7[.,]5/, /100[.,]00/, /0[.,]30/, /0[.,]10/, /2[.,]50/]) expect(text).toMatch(part)
})

test('the claim is enabled from the minimum, and after the end for any amount', () => {
  expect(isDisabled(markupOf(card({ amount: 10 })))).toBe(false)
  expect(isDisabled(markupOf(card({ amount: 9 })))).toBe(true)
  const ended = markupOf(card({ amount: 9, isEnded: true }))
  expect(isDisabled(ended)).toBe(false)
  expect(ended).toContain('no longer earn')
  expect(isDisabled(markupOf(card({ amount: 0, isEnded: true })))).toBe(true)
})

test('shows the claimed amount and the reason of a refusal', () => {
  expect(markupOf(card({}))).not.toContain('Claimed so far')
  expect(markupOf(card({ claimed: 1234 }))).toContain('12.34')
  expect(markupOf(card({}, 'Not during a break.'))).toContain('role="alert">Not during a break.')
})
