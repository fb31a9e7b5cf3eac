/** Markers of harm as the player reads them, rendered from fixtures. */
import { readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import { type HarmMarker, indicators, measures } from '#contract/harm.ts'
import type { CompiledMessage } from '#contract/message-format.ts'
import { apiKey } from '../../api/use-api.ts'
import { Labels, LabelsContext } from '../../render/labels.tsx'
import type { Navigator } from '../../render/navigate.ts'
import { NavigatorContext } from '../../render/router.tsx'
import { MarkerCard } from './protection.tsx'

function textOf(marker: HarmMarker, locale = 'en'): string {
  const file = new URL(`../../../content/${locale}/ui/protection.json`, import.meta.url)
  const texts = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  const compiled = Object.fromEntries(texts.map(([key, text]) => [key, compileMessage(text) as CompiledMessage]))
  const client = new QueryClient()
  client.setQueryData(apiKey('GET /api/settings/currencies'), [
    { code: 'EUR', type: 'fiat', subunitToUnit: 100, symbol: '€', subCurrencies: [] },
  ] as never)
  const place = { page: { pathname: '/profile/protection', params: {} }, search: '', isLoading: false }
  const visitor = { locale, locales: [], isSignedIn: true, init: { currency: 'EUR' } }
  const navigator = {
    place,
    initial: place,
    visitor,
    subscribe: () => () => undefined,
    current: () => place,
  } as unknown as Navigator
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LabelsContext value={new Labels(locale, { protection: compiled }, null)}>
        <NavigatorContext value={navigator}>
          <MarkerCard marker={marker} />
        </NavigatorContext>
      </LabelsContext>
    </QueryClientProvider>,
  )
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

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
  'what was counted as %s is a sentence in %s, for one and for several',
  (measure, locale) => {
    for (const [counted, days] of [
      [6, 1],
      [40, 14],
    ] as const) {
      const text = textOf({ ...marker, measure, counted, days }, locale)
      expect(text).not.toMatch(/\b[a-z]+[A-Z]\w+\b|\w_\w|[{}#]/)
    }
  },
)

test('a marker names its indicator, what was counted, its state and when', () => {
  expect(textOf(marker)).toMatch(
    /Spending.*Our team will review it.*You deposited €812\.50 more than you withdrew in 30 days\..*January 31, 2026/,
  )
  expect(textOf({ ...marker, measure: 'tenMinutes', counted: 61, days: 1 })).toContain(
    'You played for about 10 hours in one day.',
  )
  for (const indicator of indicators) expect(textOf({ ...marker, indicator })).not.toContain(` ${indicator} `)
})

test('it can be contested once, and not after it was dismissed', () => {
  expect(textOf(marker)).toContain('This is wrong')
  const contested = textOf({ ...marker, contest: { at: marker.raisedAt, text: 'My <b>brother</b>' } })
  expect(contested).toContain('Your objection: My &lt;b&gt;brother&lt;/b&gt;')
  expect(contested).not.toContain('This is wrong')
  expect(textOf({ ...marker, state: 'dismissed' })).not.toContain('This is wrong')
})
