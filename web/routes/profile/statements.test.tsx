import { expect, test, vi } from 'vitest'
import type { Statement } from '#contract/statements.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { FakeElement } from '#tests/setup/dom.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { textOf } from '#tests/setup/markup.tsx'
// Loaded by the page on demand.
import '../../features/statements/check-statement.ts'
import { route } from './statements.tsx'
import { CheckResult } from './statements/statement-view.tsx'

const show = views()
const words = labelsOf('statements')
const history = labelsOf('history')
type Currency = Statement['currencies'][number]
const line = (part: Partial<Currency['lines'][number]>): Currency['lines'][number] => ({
  account: 'cash',
  product: 'casino',
  kind: 'bet',
  entries: 1,
  credit: 0,
  debit: 0,
  ...part,
})
const euro: Currency = {
  currency: 'EUR',
  accounts: [
    { account: 'cash', opening: 1050, closing: 550 },
    { account: 'bonus', opening: 0, closing: 0 },
    { account: 'held', opening: 0, closing: 200 },
    { account: 'vault', opening: 300, closing: 0 },
  ],
  lines: [
    line({ product: 'withdrawals', kind: 'withdrawal-hold', debit: 200 }),
    line({ kind: 'bet', debit: 400 }),
    line({ kind: 'win', credit: 130 }),
  ],
  result: -270,
}
const statement = (part: Partial<Statement> = {}): Statement => ({
  playerId: '8de90d49-582c-4459-8191-baed2d491fec',
  period: '2026-10',
  from: '2026-10-01T00:00:00.000Z',
  until: '2026-11-01T00:00:00.000Z',
  isFinal: true,
  currencies: [euro],
  ...part,
})
const page = (period: string | null, answer: Answering) =>
  show(<route.View />, {
    path: `/profile/statements${period ? `/${period}` : ''}`,
    params: period ? { period } : {},
    answer,
  })
const opened = (shown: Statement, files: Answering = () => ({})) =>
  page(shown.period, (call) =>
    call.route === `GET /api/wallet/statements/${shown.period}` ? { body: shown } : files(call),
  )
const routes = ({ calls }: ShownView) => calls.map(({ route: called }) => called)

test('statements are listed by year, with those that are not final marked', async () => {
  const periods = [
    { period: '2026', isFinal: false },
    { period: '2026-11', isFinal: false },
    { period: '2026-10', isFinal: true },
    { period: '2025', isFinal: true },
    { period: '2025-12', isFinal: true },
  ]
  const list = await page(null, () => ({ body: periods }))
  expect(list.text).toBe(
    [
      `${words.title} ${words.lead}`,
      `2026 ${words.yearToDate} November 2026 ${words.notFinal} October 2026`,
      `2025 ${words.wholeYear} December 2025`,
    ].join(' '),
  )
  const targets = [words.yearToDate!, 'October 2026', 'December 2025'].map((name) =>
    list.find(name).getAttribute('href'),
  )
  expect(targets).toEqual(['2026', '2026-10', '2025-12'].map((period) => `/profile/statements/${period}`))
})

test.each([
  ['the list', null],
  ['a statement', '2026-10'],
])('%s that could not be loaded is asked for again', async (_, period) => {
  let isBroken = true
  const shown = await page(period, () => (isBroken ? { status: 500 } : { body: period ? statement() : [] }))
  expect(shown.text).toContain(words.failed)
  isBroken = false
  await shown.press(words.retry!)
  expect(shown.text).not.toContain(words.failed)
  expect(shown.text).toContain(period ? '€10.50' : words.lead)
})

test('a statement has its period, and opening, change and closing of each account that had money', async () => {
  const { text } = await opened(statement())
  expect(text).toContain(words.span!.replace('{from}', 'Oct 1, 2026').replace('{until}', 'Oct 31, 2026'))
  expect(text).toContain(statement().playerId)
  for (const [account, figures] of [
    ['cash', '€10.50 −€5.00 €5.50'],
    ['held', '€0.00 +€2.00 €2.00'],
    ['vault', '€3.00 −€3.00 €0.00'],
  ] as const)
    expect(text).toContain(`${history[`account_${account}`]} ${figures}`)
  const balances = text.slice(text.indexOf(words.opening!), text.indexOf(words.movement!))
  expect(balances).not.toContain(history.account_bonus)
  expect(text).toContain(`${words.result} −€2.70`)
})

test('movements are summed by product, with what came in, what went out and the net', async () => {
  const { text } = await opened(statement())
  const movements = text.slice(text.indexOf(words.movement!))
  const own = `· ${history.account_cash}`
  for (const part of [
    `${words.product_casino} €1.30 €4.00 −€2.70`,
    `${own} €4.00 −€4.00`,
    `${own} €1.30 +€1.30`,
    `${words.product_withdrawals} €0.00 €2.00 −€2.00 `,
  ])
    expect(movements).toContain(part)
})

test('a currency without money is left out, and a statement without any says so', async () => {
  const none = {
    ...euro,
    currency: 'USDT',
    lines: [],
    accounts: [{ account: 'cash' as const, opening: 0, closing: 0 }],
  }
  const both = await opened(statement({ currencies: [euro, none] }))
  expect([both.text.includes('EUR'), both.text.includes('USDT')]).toEqual([true, false])
  expect(both.text).not.toContain(words.empty)
  expect((await opened(statement({ currencies: [none] }))).text).toContain(words.empty)
  const kept = { ...none, accounts: [{ account: 'cash' as const, opening: 100, closing: 100 }] }
  const shown = await opened(statement({ currencies: [kept] }))
  expect(shown.text).toContain('USDT')
  expect([shown.text.includes(words.empty!), shown.text.includes(words.movement!)]).toEqual([false, false])
})

test('only a statement that is final has a signature and its check', async () => {
  const final = await opened(statement())
  expect([final.has(words.final!), final.has(words.finalNote!)]).toEqual([true, true])
  expect([final.has(words.signature!), final.has(words.checkHere!)]).toEqual([true, true])
  const running = await opened(statement({ isFinal: false }))
  expect([running.has(words.notFinal!), running.has(words.notFinalNote!)]).toEqual([true, true])
  expect([running.has(words.csv!), running.has(words.signature!), running.has(words.checkHere!)]).toEqual([
    true,
    false,
    false,
  ])
})

test('the file and its signature are saved under the names that the command names', async () => {
  const saved: unknown[] = []
  vi.spyOn(FakeElement.prototype, 'click').mockImplementation(function (this: FakeElement) {
    saved.push((this as unknown as { download: string }).download)
  })
  const shown = await opened(statement())
  await shown.press(words.csv!)
  await shown.press(words.signature!)
  vi.restoreAllMocks()
  expect(routes(shown).slice(1)).toEqual([
    'GET /api/wallet/statements/2026-10/csv',
    'GET /api/wallet/statements/2026-10/signature',
  ])
  expect(saved).toEqual(['statement-2026-10.csv', 'statement-2026-10.csv.sig'])
  expect(shown.text).toContain('-signature statement-2026-10.csv.sig statement-2026-10.csv')
})

test.each([
  [429, 'tooMany', 'tooMany'],
  [500, 'saveFailed', 'checkFailed'],
])('a file that is refused with %s names the reason, until it is tried again', async (status, saving, checking) => {
  let isRefused = true
  const shown = await opened(statement(), () => (isRefused ? { status } : { body: new Uint8Array() }))
  await shown.press(words.csv!)
  expect(shown.text).toContain(words[saving])
  isRefused = false
  vi.spyOn(FakeElement.prototype, 'click').mockImplementation(() => undefined)
  await shown.press(words.csv!)
  vi.restoreAllMocks()
  expect(shown.text).not.toContain(words[saving])
  isRefused = true
  await shown.press(words.checkHere!)
  await shown.pass(1)
  expect(shown.text).toContain(words[checking])
})

test('what is downloaded or checked is asked for once at a time', async () => {
  const answers: Array<(answer: object) => void> = []
  const shown = await opened(statement(), () => new Promise((resolve) => answers.push(resolve)))
  const busy = () => [words.csv!, words.signature!, words.checkHere!].map((name) => shown.find(name).disabled)
  await shown.press(words.csv!)
  expect(busy()).toEqual([true, false, false])
  await shown.perform(() => answers[0]!({ status: 500 }))
  await shown.press(words.signature!)
  expect(busy()).toEqual([false, true, false])
  await shown.press(words.checkHere!)
  expect(busy()).toEqual([false, true, true])
  await shown.perform(() => answers.forEach((answer) => answer({ status: 500 })))
  await shown.pass(1)
  expect(busy()).toEqual([false, false, false])
})

test('a statement is printed by the browser', async () => {
  const shown = await opened(statement())
  const print = vi.fn()
  Object.assign(window, { print })
  await shown.press(words.print!)
  expect(print).toHaveBeenCalledOnce()
})

test('the check reads the file, its signature and the key, and says what does not agree', async () => {
  const shown = await opened(statement(), () => ({ body: new TextEncoder().encode('not a statement') }))
  await shown.press(words.checkHere!)
  const isDone = () => [words.signedBad!, words.checkFailed!].some((text) => shown.text.includes(text))
  for (let turn = 0; turn < 1000 && !isDone(); turn++)
    await shown.perform(() => new Promise((resolve) => setImmediate(resolve)))
  expect(isDone()).toBe(true)
  expect(routes(shown).slice(1).toSorted()).toEqual([
    'GET /api/wallet/liabilities/key',
    'GET /api/wallet/statements/2026-10/csv',
    'GET /api/wallet/statements/2026-10/signature',
  ])
})

test.each([
  [{}, ['signedGood', 'key_known', 'sumsGood', 'shownGood']],
  [{ key: 'changed' as const }, ['signedGood', 'key_changed', 'sumsGood', 'shownGood']],
  [{ isSigned: false }, ['signedBad', 'sumsGood', 'shownGood']],
  [{ wrongSums: ['EUR', 'BTC'], isShown: false }, ['signedGood', 'key_known', 'sumsBad', 'shownBad']],
])('a check with the result %j names each finding', (part, expected) => {
  const checked = { isSigned: true, key: 'known' as const, wrongSums: [], isShown: true, ...part }
  const text = textOf(<CheckResult checked={checked} />)
  expect(text).toBe(expected.map((key) => words[key]!.replace('{currencies}', 'EUR, BTC')).join(' '))
})
