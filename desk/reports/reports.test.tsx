import { expect, test } from 'vitest'
import { spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from '../labels.ts'
import { Reports } from './reports.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const column = (key: string, kind: string) => ({ key, kind })
const report = (part: object = {}) => ({
  name: 'money',
  version: 2,
  from: '2026-11-01',
  until: '2026-11-02',
  producedAt: at,
  completeUntil: null,
  columns: [
    column('day', 'text'),
    column('currency', 'text'),
    column('players', 'count'),
    ...['stakes', 'wins', 'ggr', 'ngr'].map((key) => column(key, 'amount')),
  ],
  rows: [
    ['2026-11-01', 'EUR', '1200', '1234567.50', '10.00', '-5.00', '-6.00'],
    ['2026-11-02', 'EUR', null, '1.00', '0.00', '9.00', '8.00'],
  ],
  totals: [[null, 'EUR', '1201', '1234568.50', '10.00', '4.00', '2.00']],
  isCut: false,
  ...part,
})
const opened = (search = '', part: object = {}) =>
  show(<Reports />, { path: '/reports', search, answer: () => ({ body: report(part) }) })
const period = 'from=2026-11-01&until=2026-11-02'

test('a report is read for what the address says, and its file holds the same', async () => {
  const page = await opened(`?report=games&by=studio&currency=EUR&${period}`)
  expect(page.calls.map(({ route }) => route)).toEqual([`GET /api/reports/games?by=studio&currency=EUR&${period}`])
  const file = await opened(`?by=country&${period}`)
  expect(file.calls[0]!.route).toBe(`GET /api/reports/money?by=country&${period}`)
  expect(file.find(label('reports.download')).getAttribute('href')).toBe(`/api/reports/money/csv?by=country&${period}`)
})

test('figures have their digits in groups, totals stand above the rows, and a sentence says the same', async () => {
  const { text } = await opened(`?${period}`)
  expect(text).toContain(`${label('reports.total')} EUR 1,201 1,234,568.50 10.00 4.00 2.00`)
  expect(text).toContain('2026-11-01 EUR 1,200 1,234,567.50 10.00 -5.00 -6.00')
  expect(text.indexOf(label('reports.total'))).toBeLessThan(text.indexOf('2026-11-01 EUR'))
  const money = (amount: string) => `${amount}\u00A0EUR`
  expect(text).toContain(
    label('reports.sentence', {
      currency: 'EUR',
      stakes: money('1,234,568.50'),
      wins: money('10.00'),
      ggr: money('4.00'),
      ngr: money('2.00'),
    }).replaceAll('\u00A0', ' '),
  )
})

test('what is not counted yet, and what was left out, is said', async () => {
  const counted = await opened(`?${period}`)
  expect(counted.text).toContain(label('reports.complete'))
  expect(counted.text).not.toContain(label('reports.cut'))
  const behind = await opened(`?${period}`, { completeUntil: at, isCut: true })
  expect(behind.text).toContain(label('reports.completeUntil', { at: spaced(formatMoment(at)) }))
  expect(behind.text).toContain(label('reports.cut'))
  const empty = await opened(`?${period}`, { rows: [], totals: [] })
  expect([empty.text.includes(label('reports.empty')), empty.has(label('reports.download'))]).toEqual([true, true])
})

test('a player is a link, and a percentage says so', async () => {
  const page = await opened(`?report=players&${period}`, {
    name: 'players',
    columns: [column('player', 'player'), column('rtp', 'percent')],
    rows: [['8de90d49-582c-4459', '96.5']],
    totals: [],
  })
  expect(page.find('8de90d49').getAttribute('href')).toBe('/players/8de90d49-582c-4459')
  expect(page.text).toContain('96.5 %')
})

test('another report keeps the period and drops the other choices, and is grouped as it can be', async () => {
  const page = await opened(`?report=games&by=studio&studio=in-house&${period}`)
  expect([page.has(label('reports.by.studio')), page.find(label('reports.column.studio')).value]).toEqual([
    true,
    'in-house',
  ])
  await page.enter(label('reports.title'), 'players')
  expect(page.address).toBe(`/reports?report=players&${period}`)
  expect([page.has(label('reports.by')), page.has(label('reports.column.studio'))]).toEqual([false, false])
})

test('what is entered becomes the address, without what is empty', async () => {
  const page = await opened(`?${period}`)
  await page.enter(label('reports.column.country'), 'DE')
  await page.enter(label('reports.by'), 'country')
  await page.press(label('reports.show'))
  expect(page.address).toBe(`/reports?report=money&${period}&by=country&country=DE`)
})
