import { expect, test } from 'vitest'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from '../labels.ts'
import { Books } from './books.tsx'
import { Flagged, Payments, Withdrawals } from './lists.tsx'

const show = views()
const at = '2011-11-02T12:00:00.000Z'
const payment = (part: object = {}) => ({
  number: 'W-1',
  type: 'withdrawal',
  state: 'review',
  stage: 'review',
  playerId: '8de90d49-582c-4459',
  partner: 'acquirer',
  method: 'card',
  amount: { amount: '1250.5', currency: 'EUR' },
  createdAt: at,
  endedAt: null,
  reasons: [],
  hold: null,
  flag: null,
  ...part,
})
const state = (part: object = {}) => ({ ids: ['W-1'], waiting: 1, oldestAt: at, medianMs: null, claims: [], ...part })
type Site = { payments?: object[]; next?: string | null; queue?: object; search?: string }
const opened = (
  Page: typeof Withdrawals,
  path: string,
  { payments = [payment()], next = null, queue = state(), search = '' }: Site = {},
) =>
  show(<Page />, {
    path,
    search,
    answer: ({ route }) => (route.includes('/queues/') ? { body: queue } : { body: { payments, next } }),
  })
const reads = ({ calls }: ShownView, path: string) => calls.filter(({ route }) => route.startsWith(`GET ${path}`))

test('withdrawals are listed with amount, method and player, each with its page', async () => {
  const page = await opened(Withdrawals, '/withdrawals')
  for (const part of ['1,250.5 EUR', 'card (acquirer)']) expect(page.text).toContain(part)
  expect(page.find('W-1').getAttribute('href')).toBe('/withdrawals/W-1')
  expect(page.find('8de90d49').getAttribute('href')).toBe('/players/8de90d49-582c-4459')
  expect((await opened(Withdrawals, '/withdrawals', { payments: [] })).text).toContain(
    label('payments.withdrawalsNone'),
  )
  expect((await opened(Flagged, '/flagged', { payments: [] })).text).toContain(label('payments.flaggedNone'))
})

test('a queue stays as it is until new ones are asked for, which are announced on its last page', async () => {
  const queue = state({ ids: ['W-1', 'W-2', 'W-3'], waiting: 3 })
  const added = label('queue.added', { count: 2 })
  const page = await opened(Withdrawals, '/withdrawals', { queue })
  await page.pass(60_000)
  expect(reads(page, '/api/withdrawals')).toHaveLength(1)
  await page.press(added)
  expect(reads(page, '/api/withdrawals')).toHaveLength(2)
  const first = await opened(Withdrawals, '/withdrawals', { queue, next: 'k2' })
  expect(first.has(added)).toBe(false)
  await first.press(label('nextPage'))
  expect(first.address).toBe('/withdrawals?after=k2')
  expect(first.calls.at(-1)!.route).toBe('GET /api/withdrawals?after=k2')
})

test('a row says who looks at it', async () => {
  const claims = [{ id: 'W-1', operator: 'Grace', isOwn: false, until: at }]
  expect((await opened(Withdrawals, '/withdrawals', { queue: state({ claims }) })).text).toContain(
    label('queue.claimed', { name: 'Grace' }),
  )
})

test('a flag shows what the partner reported, and an address at which nothing arrived has any amount', async () => {
  const flag = { flag: 'amount-differs', raisedAt: at, reported: { amount: '7.00', currency: 'USDT' } }
  const page = await opened(Flagged, '/flagged', {
    payments: [payment({ flag, amount: null }), payment({ number: 'W-2', flag: { ...flag, reported: null } })],
    queue: state({ ids: ['W-1', 'W-2'], waiting: 2 }),
  })
  expect(page.text).toContain(`${label('payments.anyAmount')} 7.00 USDT`)
  expect(page.text).toContain('1,250.5 EUR –')
  expect(page.find('W-1').getAttribute('href')).toBe('/flagged/W-1')
})

test('all payments are read as the address asks, with every filter in it', async () => {
  const query = 'type=deposit&state=failed&least=5&most=9&partner=acquirer&after=k2'
  const page = await opened(Payments, '/payments', { search: `?${query}` })
  expect(reads(page, '/api/payments').map(({ route }) => route)).toEqual([`GET /api/payments?${query}`])
  expect(page.find('W-1').getAttribute('href')).toBe('/payments/W-1')
  expect(page.text).toContain(spaced(formatMoment(at)))
  expect(page.find(label('payments.least')).value).toBe('5')
  await page.enter(label('payments.currency'), 'EUR')
  await page.press(label('filter'))
  expect(page.address).toBe('/payments?type=deposit&state=failed&partner=acquirer&currency=EUR&least=5&most=9')
  expect((await opened(Payments, '/payments', { payments: [] })).text).toContain(label('payments.none'))
})

const discrepancy = (part: object = {}) => ({
  id: 'd1',
  partner: 'acquirer',
  kind: 'other-amount',
  subject: 'payment',
  externalId: 'x-77',
  happenedAt: at,
  theirs: { amount: '10.00', currency: 'EUR' },
  ours: { number: 'D-1', amount: { amount: '9.00', currency: 'EUR' } },
  accepted: null,
  ...part,
})
type BooksSite = { discrepancies?: object[]; positions?: object[]; scopes?: string[]; posts?: Answering }
const books = ({
  discrepancies = [discrepancy()],
  positions = [],
  scopes = ['cashier:decide'],
  posts = () => ({}),
}: BooksSite = {}) =>
  show(<Books operator={{ scopes } as never} params={{}} />, {
    path: '/books',
    answer: (call) => {
      if (call.route !== 'GET /api/books')
        return call.route.startsWith('GET') ? { body: { debts: [], next: null } } : posts(call)
      const money = (amount: string) => ({ amount, currency: 'EUR' })
      const cover = [{ currency: 'EUR', players: money('100.00'), held: money('90.00'), surplus: money('-10.00') }]
      return { body: { cover, positions, discrepancies } }
    },
  })

test('a discrepancy shows both sides and is accepted with a reason, after which the books are read again', async () => {
  const page = await books({ positions: [{ account: 'house:fees', amount: { amount: '3.50', currency: 'EUR' } }] })
  for (const part of ['x-77', '10.00 EUR', ': 9.00 EUR', '-10.00 EUR', 'house:fees 3.50 EUR'])
    expect(page.text).toContain(part)
  expect(page.find('D-1').getAttribute('href')).toBe('/payments/D-1')
  await page.press(label('payments.accept'))
  await page.enter(label('reason'), 'A fee of theirs')
  await page.press(label('payments.accept'))
  expect(page.calls.filter(({ route }) => route.startsWith('POST'))).toEqual([
    { route: 'POST /api/discrepancies/d1/acceptance', body: { reason: 'A fee of theirs' } },
  ])
  expect([reads(page, '/api/books').length, page.has(label('reason'))]).toEqual([2, false])
})

test('a discrepancy that changed meanwhile says so, and stays open', async () => {
  const page = await books({
    posts: () => ({ status: 409, body: { error: { name: 'changed', message: 'It has changed.' } } }),
  })
  await page.press(label('payments.accept'))
  await page.enter(label('reason'), 'A fee of theirs')
  await page.press(label('payments.accept'))
  expect([page.text.includes('It has changed.'), page.find(label('reason')).value]).toEqual([true, 'A fee of theirs'])
})

test('what one side lacks, what cannot be read, and who accepted it are named; whoever only reads accepts nothing', async () => {
  const accepted = { by: 'Mia', at, reason: 'Theirs' }
  const page = await books({
    discrepancies: [
      discrepancy({ theirs: null, ours: { number: 'D-2', amount: null } }),
      discrepancy({ id: 'd2', ours: null, theirs: { amount: null, currency: 'XYZ' } }),
      discrepancy({ id: 'd3', accepted }),
    ],
    scopes: ['cashier:read'],
  })
  const nothing = label('payments.nothing')
  expect(page.text).toContain(`${nothing} D-2 : ${nothing}`)
  expect(page.text).toContain(`${label('payments.unreadable', { currency: 'XYZ' })} ${nothing}`)
  expect(page.text).toContain(label('payments.accepted', { ...accepted, moment: spaced(formatMoment(at)) }))
  expect(page.has(label('payments.accept'))).toBe(false)
  expect((await books({ discrepancies: [] })).text).toContain(label('payments.noDiscrepancies'))
})
