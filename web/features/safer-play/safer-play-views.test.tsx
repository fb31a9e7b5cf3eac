/** Tests of self-test, budget and help in all locales, rendered from fixtures. */
import { expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import { contentOf } from '#tests/setup/content.ts'
import { markupOf, type RenderOptions, textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { BudgetForm } from './budget-form.tsx'
import { type HelpContent, HelpList } from './help-list.tsx'
import { SelfTestView } from './self-test.tsx'

const helpOf = (locale: string) => contentOf('global-components/help', locale) as HelpContent

const seenIn = (locale: string, country: string | null): RenderOptions => ({
  locale,
  isSignedIn: false,
  init: { country },
  answers: [
    [
      apiKey('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'global-components' } }),
      { help: helpOf(locale) },
    ],
  ],
})

const ignore = () => undefined
const testView = (answers: Record<string, boolean>) => (
  <SelfTestView answers={answers} onAnswer={ignore} onClear={ignore} />
)
const no = { question1: false, question2: false, question3: false }

test('a result that suggests a limit or a break has their buttons', () => {
  const raised = testView({ question1: true, question2: true, question3: true })
  expect(textOf(raised, seenIn('en', 'DE'))).toMatch(/Set a limit Take a break/)
  const player = markupOf(raised, { ...seenIn('en', 'DE'), isSignedIn: true })
  for (const modal of ['add-cash-limit=deposit', 'self-exclusion-limit=cooling-off']) expect(player).toContain(modal)
  expect(textOf(testView(no), seenIn('en', 'DE'))).not.toContain('Take a break')
})

test.each(locales)('the three tools have all their texts in %s', (locale) => {
  for (const view of [
    testView(no),
    testView({ ...no, question1: true }),
    <BudgetForm key="budget" />,
    <HelpList key="help" />,
  ])
    expect(textOf(view, seenIn(locale, 'DE'))).not.toMatch(
      /\b[a-z]+[A-Z]\w*\b(?<!LaBrie|ConnexOntario|GamCare)|\w_\w|[{}]/,
    )
})

// Shows: 11.3
test('the self-test has three questions and shows a result only when all are answered', () => {
  expect(markupOf(testView({})).match(/<fieldset/g)).toHaveLength(3)
  expect(markupOf(testView({})).match(/type="radio"/g)).toHaveLength(6)
  for (const partial of [{}, { question1: true }, { question1: true, question2: true }])
    expect(textOf(testView(partial))).not.toMatch(/worth talking|No sign/)
})

test('one yes suggests help without calling it a diagnosis, and three times no does not', () => {
  for (const question of ['question1', 'question2', 'question3'])
    expect(textOf(testView({ ...no, [question]: true }))).toMatch(/worth talking to someone.*not a diagnosis/)
  expect(textOf(testView(no))).toContain('No sign of a problem in these answers')
})

// Shows: 11.3
test('help lists services of the country first, and international ones for every country', () => {
  const german = markupOf(<HelpList />, seenIn('de', 'DE'))
  expect(german.indexOf('check-dein-spiel.de')).toBeGreaterThan(-1)
  expect(german.indexOf('check-dein-spiel.de')).toBeLessThan(german.indexOf('gamblingtherapy.org'))
  expect(german).toContain('href="tel:08001372700"')
  for (const country of [null, 'ZZ']) {
    expect(markupOf(<HelpList />, seenIn('en', country))).toContain('gamblingtherapy.org')
    expect(markupOf(<HelpList />, seenIn('en', country))).not.toContain('tel:')
  }
})

test('every locale lists the same addresses, all with https', () => {
  const placesOf = (locale: string) => {
    const { international, countries } = helpOf(locale)
    return [international, ...Object.values(countries)].flat().map(({ url }) => url)
  }
  for (const locale of locales) expect(placesOf(locale)).toEqual(placesOf('en'))
  for (const url of placesOf('en')) expect(url).toMatch(/^https:\/\//)
})
