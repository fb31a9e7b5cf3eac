import { expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { route } from './history.tsx'
import { DayField } from './history/day-field.tsx'
import { ExportButton } from './history/export-button.tsx'

const show = views()
const words = labelsOf('history')
const path = '/profile/history'
const entry = (id: string) => ({
  id,
  movementId: id,
  at: '2026-11-21T12:00:00.000Z',
  kind: 'bet',
  account: 'cash',
  currency: 'EUR',
  amount: -100,
  before: 1000,
  after: 900,
  counterparty: 'house:games:EUR',
  reference: { kind: 'round', id: `r${id}`, label: 'Tidepool' },
})
const answers: Array<[readonly unknown[], unknown]> = [
  [apiKey('GET /api/wallet/accounts'), [{ id: 'a1', currency: 'EUR', status: 1 }]],
]
/** Answers every list with these rows, and nothing else. */
const rows =
  (data: object[], next: string | null = null, total = data.length): Answering =>
  ({ route: called }) => {
    if (/entries|spins\?|bets\?|invoices\?/.test(called))
      return { body: { data, meta: { next, page: 1, perPage: 20, total, debts: [] } } }
    return { status: 404 }
  }
const called = ({ calls }: ShownView, part: string) =>
  calls.map(({ route: each }) => each).filter((each) => each.includes(part))

// Shows: 10.20, 2.1.2
test.each([
  ['', 'GET /api/wallet/entries?perPage=25'],
  ['?tab=bets', 'GET /api/game/bets?page=1&perPage=20'],
  ['?tab=bets&isSettled=false', 'GET /api/game/bets?page=1&perPage=20&isSettled=false'],
  ['?tab=spins', 'GET /api/game/spins?page=1&perPage=20'],
  ['?tab=other', 'GET /api/wallet/entries?perPage=25'],
  ['?currency=EUR', 'GET /api/wallet/entries?perPage=25&currency=EUR'],
  ['?reference=r1', 'GET /api/wallet/entries?perPage=25&referenceId=r1'],
])('the history %s reads %s', async (search, read) => {
  const page = await show(<route.View />, { path, search, answers, answer: rows([]) })
  expect(page.calls.map(({ route: each }) => each)).toContain(read)
})

// Shows: 10.20
test('the sections of the history are in the address, and the first one is the address alone', async () => {
  const page = await show(<route.View />, { path, answers, answer: rows([]) })
  await page.press(words.bets!)
  expect(page.address).toBe(`${path}?tab=bets`)
  await page.press(words.betsOpen!)
  expect(page.address).toBe(`${path}?tab=bets&isSettled=false`)
  await page.press(words.betsSettled!)
  expect(page.address).toBe(`${path}?tab=bets`)
  await page.press(words.ledger!)
  expect(page.address).toBe(path)
})

// Shows: 10.20
test('the ledger is filtered by currency and days, and the filters are taken back together', async () => {
  const page = await show(<route.View />, { path, answers, answer: rows([]) })
  expect(page.has(words.clearFilters!)).toBe(false)
  await page.enter(words.currency!, 'EUR')
  expect(page.address).toBe(`${path}?currency=EUR`)
  await page.enter(words.from!, '2026-11-01')
  expect(page.address).toBe(`${path}?from=2026-11-01&currency=EUR`)
  expect(page.text).toContain(words.nothingFits)
  await page.press(words.clearFilters!)
  expect(page.address).toBe(path)
  expect(page.text).toContain(words.ledgerEmpty)
})

// Shows: 4.7.2, 7.4.4
test('payments are filtered by kind, status, currency and days', async () => {
  const page = await show(<route.View />, { path, search: '?tab=invoices', answers, answer: rows([]) })
  await page.enter(words.type!, '2')
  await page.enter(words.status!, '3')
  await page.enter(words.currency!, 'EUR')
  await page.enter(words.to!, '2026-11-30')
  const query = new URLSearchParams(page.address.split('?')[1])
  expect(Object.fromEntries(query)).toEqual({
    tab: 'invoices',
    type: '2',
    status: '3',
    currency: 'EUR',
    to: '2026-11-30',
  })
  await page.press(words.clearFilters!)
  expect(page.address).toBe(`${path}?tab=invoices`)
})

// Shows: 10.20, 10.22
test('further entries follow at the cursor of the page before, and the last page offers none', async () => {
  const answer: Answering = (call) =>
    call.route.includes('before=') ? rows([entry('2')])(call) : rows([entry('1')], 'c1')(call)
  const page = await show(<route.View />, { path, answers, answer })
  await page.press(words.loadMore!)
  expect(called(page, 'entries').at(-1)).toBe('GET /api/wallet/entries?perPage=25&before=c1')
  expect(page.has(words.loadMore!)).toBe(false)
  expect(page.text.split('Tidepool').length).toBeGreaterThan(2)
})

// Shows: 10.20
test('a history that cannot be read is read again by a press', async () => {
  const page = await show(<route.View />, { path, search: '?tab=spins', answers, answer: () => ({ status: 500 }) })
  expect(page.text).toContain(words.failed)
  await page.press(words.retry!)
  expect(called(page, '/spins?')).toHaveLength(2)
})

// Shows: 10.20
test.each([
  [200, null],
  [429, words.exportTooMany!],
  [500, words.exportFailed!],
])('the statement of the filter is saved, or says why not: %i', async (status, text) => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:statement')
  const page = await show(<ExportButton filter={{ currency: 'EUR' }} />, { answer: () => ({ status, body: {} }) })
  const create = vi.spyOn(document, 'createElement')
  await page.press(words.export!)
  expect(page.calls.map(({ route: each }) => each)).toEqual(['GET /api/wallet/statement?currency=EUR'])
  if (text) expect(page.text).toContain(text)
  else expect(create.mock.results.at(-1)!.value).toMatchObject({ download: 'statement.csv' })
  expect(page.find(words.export!).disabled).toBe(false)
  vi.restoreAllMocks()
})

// Shows: 10.20
test('a day of a filter applies once its year is plausible, or the field is left', async () => {
  const onChange = vi.fn()
  const page = await show(<DayField label="From" value="2026-11-01" onChange={onChange} />)
  await page.enter('From', '0020-11-02')
  await page.enter('From', '2026-11-01')
  expect(onChange).not.toHaveBeenCalled()
  await page.enter('From', '2026-11-02')
  expect(onChange).toHaveBeenLastCalledWith('2026-11-02')
  await page.enter('From', '1999-11-02')
  expect(onChange).toHaveBeenCalledTimes(1)
  await page.perform(() => page.find('From').blur())
  expect(onChange).toHaveBeenLastCalledWith('1999-11-02')
})
