/** Tests of the published reports, rendered from fixtures. */
import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import type { LiabilityReport } from '#contract/liabilities.ts'
import { markupOf, type RenderOptions, textOf } from '#tests/setup/markup.tsx'
import { Reports } from '../../routes/proof-of-liabilities.tsx'
import type { Checked } from './check-report.ts'
import { Result } from './report-card.tsx'

const report: LiabilityReport = {
  number: 2,
  id: '5b0a1c86-0000-4000-8000-000000000000',
  madeAt: '2026-11-22T00:00:00.000Z',
  statement: '',
  previous: null,
  signature: '',
  publicKey: '',
  trees: [{ currency: 'EUR', leaves: 64, total: 12_345, root: 'ab'.repeat(32) }],
  jackpots: [],
  holdings: [
    { holder: 'one', currency: 'EUR', amount: 20_000 },
    { holder: 'two', currency: 'EUR', amount: 500 },
    { holder: 'two', currency: 'BTC', amount: 9 },
  ],
  drawKeys: [],
}
const good: Checked = { isSigned: true, isChained: true, isOneKey: true, key: 'known', own: [] }
const whole = { least: 5, isWhole: true }
const result = (checked: Partial<Checked>, over?: RenderOptions) =>
  textOf(<Result checked={{ ...good, ...checked }} earlier={1} />, over)

test.each(localeCodes)('reports and results have all their texts in %s', (locale) => {
  for (const view of [
    <Reports key="none" reports={[]} />,
    <Reports key="some" reports={[report, { ...report, number: 1 }]} />,
    <Result
      key="good"
      checked={{ ...good, own: [{ currency: 'EUR', amount: 5, isIncluded: true, ...whole }] }}
      earlier={2}
    />,
    <Result
      key="bad"
      checked={{ isSigned: false, isChained: false, isOneKey: false, key: 'changed', own: [] }}
      earlier={0}
    />,
  ])
    expect(textOf(view, { locale })).not.toMatch(/\b[a-z]+[A-Z]\w*\b|\w_\w|[{}]/)
})

// Shows: 11.1
test('a report shows liabilities and holdings of all partners by currency', () => {
  const text = textOf(<Reports reports={[report]} />)
  expect(text).toMatch(/EUR €123\.45 €205\.00 abababababababab…/)
  expect(text).not.toContain('Earlier reports')
  expect(textOf(<Reports reports={[report, { ...report, number: 1 }]} />)).toMatch(
    /Earlier reports Report 1 · November 22/,
  )
})

test('guests can verify the report, and must sign in to verify their balance', () => {
  expect(textOf(<Reports reports={[report]} />, { isSignedIn: false })).toMatch(/Verify the report Sign in to verify/)
  expect(textOf(<Reports reports={[report]} />)).toContain('Verify my balance')
  expect(textOf(<Reports reports={[]} />)).toContain('No report yet')
})

test('a result shows for each check and each balance whether it is valid', () => {
  const own = [
    { currency: 'EUR', amount: 1250, least: 1250, isIncluded: true, isWhole: true },
    { currency: 'USD', amount: 99, least: 100, isIncluded: false, isWhole: false },
  ]
  expect(result({ own })).toMatch(
    /signature is valid.*earlier report is unchanged.*€12\.50 are part.*\$0\.99 are not part/,
  )
  expect(result({ isSigned: false, isChained: false, isOneKey: false })).toMatch(
    /signature does not belong.*was changed afterwards.*another key/,
  )
  expect(result({ own: [] })).toContain('you had no money here')
  expect(result({ own: null })).not.toContain('no money')
  expect(markupOf(<Result checked={{ ...good, isSigned: false }} earlier={0} />)).toContain('data-good="false"')
})
