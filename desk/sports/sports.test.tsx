import { expect, test } from 'vitest'
import { sportsWorkKinds } from '#contract/desk/sports.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { label, labelOf } from '../labels.ts'
import { Sports } from './sports.tsx'

const show = views()
const money = (amount: string) => ({ amount, currency: 'EUR' })
const sums = (part: object = {}) => ({
  status: 'won',
  stake: money('5.00'),
  openStake: money('0.00'),
  payout: money('10.00'),
  ...part,
})
const work = (part: object = {}) => ({
  bet: 'b1',
  betId: 'BET-1',
  playerId: '8de90d49-582c-4459',
  since: '2011-11-02T12:00:00.000Z',
  ours: { ...sums(), expected: null },
  theirs: null,
  amount: null,
  ...part,
})
const opened = (kind: string, list: object[], scopes = ['cashier:decide'], posts: Answering = () => ({})) =>
  show(<Sports operator={{ scopes } as never} params={{}} />, {
    path: '/sports',
    search: kind && `?kind=${kind}`,
    answer: (call) => (call.route.startsWith('GET') ? { body: { work: list, next: null } } : posts(call)),
  })
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))

test.each<[asked: string, kind: string]>([
  ['', 'differences'],
  ['nonsense', 'differences'],
  ...sportsWorkKinds.map((kind): [string, string] => [kind, kind]),
])('the kind "%s" of the address reads %s, and says what belongs there', async (asked, kind) => {
  const page = await opened(asked, [])
  expect(page.calls.map(({ route }) => route)).toEqual([`GET /api/sports?kind=${kind}`])
  expect(page.text).toContain(labelOf(`sports.noneHint.${kind}`))
})

test('a difference shows both sides, also where one does not know the bet', async () => {
  const both = label('sports.sums', {
    status: labelOf('rounds.status.won'),
    stake: '5.00\u00A0EUR',
    open: '0.00\u00A0EUR',
    payout: '10.00\u00A0EUR',
  }).replaceAll('\u00A0', ' ')
  const { text } = await opened('', [
    work({ bet: null, ours: null, theirs: sums() }),
    work({ betId: 'BET-2', playerId: null }),
  ])
  for (const part of [
    `${label('sports.unknown')} ${label('sports.listed', { sums: both })}`,
    `${both} ${label('sports.notListed')}`,
  ])
    expect(text.replaceAll('\u00A0', ' ')).toContain(part)
})

test('a bet that was paid another amount says what its results pay', async () => {
  const { text } = await opened('miscalculated', [work({ ours: { ...sums(), expected: money('12.00') } })])
  expect(text.replaceAll('\u00A0', ' ')).toContain(label('sports.expected', { amount: '12.00 EUR' }))
})

test('a debt is written off with a reason, as it was seen', async () => {
  const page = await opened('debts', [work({ amount: money('1250.00') })])
  await page.press(label('sports.clear'))
  expect(page.text.replaceAll('\u00A0', ' ')).toContain('1,250.00 EUR for bet BET-1 are no longer owed')
  await page.enter(label('reason'), 'A fault of ours')
  await page.press(label('sports.clear'))
  expect(written(page)).toEqual([
    { route: 'POST /api/sports/debts/b1/clearance', body: { reason: 'A fault of ours', seen: '1250.00' } },
  ])
  expect(page.text).toContain(label('sports.cleared'))
})

test('a debt that has changed meanwhile is not written off, and the dialog says so', async () => {
  const refusal = { name: 'changedMeanwhile', message: 'Another amount is owed meanwhile: read it again' }
  const page = await opened('debts', [work({ amount: money('1.00') })], undefined, () => ({
    status: 409,
    body: { error: refusal },
  }))
  await page.press(label('sports.clear'))
  await page.enter(label('reason'), 'A fault of ours')
  await page.press(label('sports.clear'))
  expect([page.text.includes(refusal.message), page.text.includes(label('sports.cleared'))]).toEqual([true, false])
})

test('money of a closed account is recorded as paid outside', async () => {
  const page = await opened('closed', [work({ bet: null, betId: null, amount: money('7.00') })])
  await page.press(label('sports.pay'))
  await page.enter(label('reason'), 'Transfer 4711')
  await page.press(label('sports.pay'))
  expect(written(page)).toEqual([
    {
      route: 'POST /api/players/8de90d49-582c-4459/closed-payments',
      body: { currency: 'EUR', amount: '7.00', reason: 'Transfer 4711' },
    },
  ])
  expect(page.text).toContain(label('sports.paid'))
})

test.each([
  ['debts', ['cashier:decide'], true],
  ['debts', ['cashier:do'], false],
  ['held', ['cashier:decide'], false],
  ['differences', ['cashier:decide'], false],
])('of %s with %j something can be decided: %s', async (kind, scopes, may) => {
  const page = await opened(kind, [work({ amount: money('1.00') })], scopes)
  expect(page.has(label('sports.act'))).toBe(may)
})
