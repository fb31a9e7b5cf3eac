/** The card of rakeback in each of its states and locales, rendered from fixtures. */
import { readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import type { CompiledMessage } from '#contract/message-format.ts'
import type { Rakeback } from '#contract/rakeback.ts'
import { apiKey } from '../../../api/use-api.ts'
import { Labels, LabelsContext } from '../../../render/labels.tsx'
import type { Navigator } from '../../../render/navigate.ts'
import { NavigatorContext } from '../../../render/router.tsx'
import { RakebackCard } from './rakeback-card.tsx'

const euro = { code: 'EUR', type: 'fiat', subunitToUnit: 100, symbol: '€', subCurrencies: [] }
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

function markupOf(part: Partial<Rakeback>, locale = 'en', refusal: string | null = null): string {
  const file = new URL(`../../../../content/${locale}/ui/bonuses.json`, import.meta.url)
  const texts = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  const bonuses = Object.fromEntries(texts.map(([key, text]) => [key, compileMessage(text) as CompiledMessage]))
  const client = new QueryClient()
  client.setQueryData(apiKey('GET /api/settings/currencies'), [euro] as never)
  const place = { page: { pathname: '/', params: {} }, search: '', isLoading: false }
  const visitor = { locale, locales: locales.map((code) => ({ code, isDefault: code === 'en' })), init: {} }
  const navigator = {
    place,
    initial: place,
    visitor,
    subscribe: () => () => undefined,
    current: () => place,
  } as unknown as Navigator
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LabelsContext value={new Labels(locale, { bonuses }, null)}>
        <NavigatorContext value={navigator}>
          <RakebackCard
            rakeback={{ ...rakeback, ...part }}
            isBusy={false}
            refusal={refusal}
            onClaim={() => undefined}
          />
        </NavigatorContext>
      </LabelsContext>
    </QueryClientProvider>,
  )
}
const isDisabled = (markup: string) => /<button[^>]* disabled=""/.test(markup)

test.each(locales)('states formula, example, minimum and claim in %s', (locale) => {
  const text = markupOf({}, locale).replaceAll(/<[^>]+>/g, ' ')
  // 7.5 % of an edge of 4 %, of 100.
  for (const part of [/7[.,]5/, /100[.,]00/, /0[.,]30/, /0[.,]10/, /2[.,]50/]) expect(text).toMatch(part)
})

test('offers the claim from the minimum on, and any rest after the end', () => {
  expect(isDisabled(markupOf({ amount: 10 }))).toBe(false)
  expect(isDisabled(markupOf({ amount: 9 }))).toBe(true)
  const ended = markupOf({ amount: 9, isEnded: true })
  expect(isDisabled(ended)).toBe(false)
  expect(ended).toContain('no longer earn')
  expect(isDisabled(markupOf({ amount: 0, isEnded: true }))).toBe(true)
})

test('shows what was claimed and why a claim was refused', () => {
  expect(markupOf({})).not.toContain('Claimed so far')
  expect(markupOf({ claimed: 1234 })).toContain('12.34')
  expect(markupOf({}, 'en', 'Not during a break.')).toContain('role="alert">Not during a break.')
})
