import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { Labels, LabelsContext } from '../../render/labels.tsx'
import { useDayText } from '../../features/limits/use-day-text.ts'
import { When } from './when.tsx'

const shown = (locale: string, form: 'time' | 'short' | 'full', at = '2026-11-21T08:05:09Z') =>
  renderToStaticMarkup(
    <LabelsContext value={new Labels(locale, {}, null)}>
      <When at={at} form={form} />
    </LabelsContext>,
  )
    .replace(/<[^>]+>/g, '')
    .replaceAll(' ', ' ')

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-12-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the server renders times in UTC, in the format of the locale, with Latin digits', () => {
  expect(shown('en', 'full')).toBe('Nov 21, 2026, 8:05:09 AM')
  expect(shown('en', 'short')).toBe('Nov 21, 8:05 AM')
  expect(shown('en', 'short', '2025-12-31T08:05:09Z')).toBe('Dec 31, 2025, 8:05 AM')
  expect(shown('en', 'time', '2026-11-21T14:05:09Z')).toBe('2:05 PM')
  expect(shown('de', 'time')).toBe('08:05')
  expect(shown('pt-BR', 'short')).toBe('21 de nov., 08:05')
  expect(shown('ar', 'time')).toBe('8:05\u00a0ص')
  expect(shown('ar', 'full', '2026-11-21T14:05:09Z')).toMatch(/2:05:09\u00a0م$/)
})

test('a time within a sentence has the same hour format as a time on its own', () => {
  const DayText = () => useDayText()('2026-11-21T08:05:09Z')
  const written = (locale: string) =>
    renderToStaticMarkup(
      <LabelsContext value={new Labels(locale, {}, null)}>
        <DayText />
      </LabelsContext>,
    )
  expect([written('es'), shown('es', 'time')]).toEqual(['21 de noviembre de 2026 a las 08:05', '08:05'])
  expect(written('en')).toBe('November 21, 2026 at 8:05 AM')
})

test.each([
  ['es', / d?el$/],
  ['fr-CA', /( le|u)$/],
  ['pt-BR', / (em|de)$|^Até$/],
])('in %s labels before a date end with the preposition that the sentence requires', (locale, ending) => {
  const label = (area: string, key: string) => labelsOf(area, locale)[key]
  for (const [area, key] of [
    ['bonuses', 'expiresAt'],
    ['bonuses', 'cashbackFormula'],
    ['vault', 'availableAt'],
    ['security', 'passkeyAddedAt'],
    ['verification', 'since'],
    ['quests', 'until'],
    ['quests', 'again'],
  ] as const)
    expect(label(area, key), `${area}.${key}`).toMatch(ending)
})
