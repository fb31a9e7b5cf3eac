/** Self-test, budget and help, rendered from fixtures in each locale. */
import { readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import type { CompiledMessage } from '#contract/message-format.ts'
import { apiKey } from '../../api/use-api.ts'
import { Labels, LabelsContext } from '../../render/labels.tsx'
import type { Navigator } from '../../render/navigate.ts'
import { NavigatorContext } from '../../render/router.tsx'
import { BudgetForm } from './budget-form.tsx'
import { type HelpContent, HelpList } from './help-list.tsx'
import { SelfTestView } from './self-test.tsx'

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../content/${path}`, import.meta.url), 'utf8'))
const helpOf = (locale: string) => read(`${locale}/global-components/help.json`) as HelpContent

function markup(view: ReactNode, locale = 'en', country: string | null = null): string {
  const texts = Object.entries(read(`${locale}/ui/safer-play.json`) as Record<string, string>)
  const compiled = Object.fromEntries(texts.map(([key, text]) => [key, compileMessage(text) as CompiledMessage]))
  const client = new QueryClient()
  client.setQueryData(apiKey('GET /api/settings/currencies'), [
    { code: 'EUR', type: 'fiat', subunitToUnit: 100, symbol: '€', subCurrencies: [] },
  ] as never)
  const directory = 'global-components' as const
  client.setQueryData(apiKey('GET /api/content/{locale}/{directory}', { params: { locale, directory } }), {
    help: helpOf(locale),
  })
  const place = { page: { pathname: '/safer-play', params: {} }, search: '', isLoading: false }
  const visitor = { locale, locales: [], isSignedIn: false, init: { currency: 'EUR', country } }
  const navigator = {
    place,
    initial: place,
    visitor,
    subscribe: () => () => undefined,
    current: () => place,
  } as unknown as Navigator
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LabelsContext value={new Labels(locale, { 'safer-play': compiled }, null)}>
        <NavigatorContext value={navigator}>{view}</NavigatorContext>
      </LabelsContext>
    </QueryClientProvider>,
  )
}
const textOf = (...of: Parameters<typeof markup>) =>
  markup(...of)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const ignore = () => undefined
const testView = (answers: Record<string, boolean>) => (
  <SelfTestView answers={answers} onAnswer={ignore} onClear={ignore} />
)
const no = { question1: false, question2: false, question3: false }

test.each(locales)('the three tools have all their texts in %s', (locale) => {
  for (const view of [
    testView(no),
    testView({ ...no, question1: true }),
    <BudgetForm key="budget" />,
    <HelpList key="help" />,
  ])
    expect(textOf(view, locale, 'DE')).not.toMatch(/\b[a-z]+[A-Z]\w*\b(?<!LaBrie|ConnexOntario|GamCare)|\w_\w|[{}]/)
})

test('the self-test asks three questions and gives a result only when all are answered', () => {
  expect(markup(testView({})).match(/<fieldset/g)).toHaveLength(3)
  expect(markup(testView({})).match(/type="radio"/g)).toHaveLength(6)
  for (const partial of [{}, { question1: true }, { question1: true, question2: true }])
    expect(textOf(testView(partial))).not.toMatch(/worth talking|No sign/)
})

test('one yes suggests help, three times no does not, and neither is called a diagnosis', () => {
  for (const question of ['question1', 'question2', 'question3'])
    expect(textOf(testView({ ...no, [question]: true }))).toMatch(/worth talking to someone.*not a diagnosis/)
  expect(textOf(testView(no))).toContain('No sign of a problem in these answers')
})

test("help lists the country's own lines first, and the international ones for every country", () => {
  const german = markup(<HelpList />, 'de', 'DE')
  expect(german.indexOf('check-dein-spiel.de')).toBeGreaterThan(-1)
  expect(german.indexOf('check-dein-spiel.de')).toBeLessThan(german.indexOf('gamblingtherapy.org'))
  expect(german).toContain('href="tel:08001372700"')
  for (const country of [null, 'ZZ']) {
    expect(markup(<HelpList />, 'en', country)).toContain('gamblingtherapy.org')
    expect(markup(<HelpList />, 'en', country)).not.toContain('tel:')
  }
})

test('every locale lists the same places, each by https', () => {
  const placesOf = (locale: string) => {
    const { international, countries } = helpOf(locale)
    return [international, ...Object.values(countries)].flat().map(({ url }) => url)
  }
  for (const locale of locales) expect(placesOf(locale)).toEqual(placesOf('en'))
  for (const url of placesOf('en')) expect(url).toMatch(/^https:\/\//)
})
