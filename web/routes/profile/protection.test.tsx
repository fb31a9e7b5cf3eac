/** Tests of the markers of harm, rendered from fixtures. */
import { expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import { type HarmMarker, indicators, measures } from '#contract/harm.ts'
import { textOf } from '#tests/setup/markup.tsx'
import { MarkerCard } from './protection.tsx'

const cardText = (marker: HarmMarker, locale = 'en') =>
  textOf(<MarkerCard marker={marker} />, { locale, init: { currency: 'EUR' } })

const marker: HarmMarker = {
  id: '1',
  indicator: 'spend',
  measure: 'netDeposits',
  level: 'notice',
  counted: 812_50,
  threshold: 700_00,
  days: 30,
  day: '2026-01-31',
  raisedAt: '2026-01-31T12:00:00.000Z',
  state: 'open',
  contest: null,
  decidedAt: null,
}

test.each(locales.flatMap((locale) => measures.map((measure) => [measure, locale] as const)))(
  'the measure %s has a sentence in %s, in singular and plural',
  (measure, locale) => {
    for (const [counted, days] of [
      [6, 1],
      [40, 14],
    ] as const) {
      const text = cardText({ ...marker, measure, counted, days }, locale)
      expect(text).not.toMatch(/\b[a-z]+[A-Z]\w+\b|\w_\w|[{}#]/)
    }
  },
)

test('a marker shows indicator, measured value, state and time', () => {
  expect(cardText(marker)).toMatch(
    /Spending.*Our team will review it.*You deposited €812\.50 more than you withdrew in 30 days\..*January 31, 2026/,
  )
  expect(cardText({ ...marker, measure: 'tenMinutes', counted: 61, days: 1 })).toContain(
    'You played for about 10 hours in one day.',
  )
  for (const indicator of indicators) expect(cardText({ ...marker, indicator })).not.toContain(` ${indicator} `)
})

test('a marker can be contested once, and not after it was dismissed', () => {
  expect(cardText(marker)).toContain('This is wrong')
  const contested = cardText({ ...marker, contest: { at: marker.raisedAt, text: 'My <b>brother</b>' } })
  expect(contested).toContain('Your objection: My &lt;b&gt;brother&lt;/b&gt;')
  expect(contested).not.toContain('This is wrong')
  expect(cardText({ ...marker, state: 'dismissed' })).not.toContain('This is wrong')
})
