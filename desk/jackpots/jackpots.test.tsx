import { expect, test } from 'vitest'
import { suggestedFor } from '#contract/desk/jackpot-amounts.ts'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoney, label } from '../labels.ts'
import { Jackpots } from './jackpots.tsx'

const show = views()
const euros = (amount: string) => ({ amount, currency: 'EUR' })
/** As it can be read on the page. */
const money = (amount: string) => spaced(formatMoney(euros(amount)))
const jackpot = (part: object = {}) => ({
  id: 'eur-1',
  currency: 'EUR',
  sideStake: euros('0.10'),
  levels: [
    {
      level: 'mini',
      pot: euros('7.00'),
      seed: euros('5.00'),
      cap: euros('25.00'),
      contribution: euros('0.02'),
      wins: 3,
    },
  ],
  draws: 1_234,
  open: euros('0.30'),
  reserve: euros('-4.00'),
  openedAt: '2026-11-02T12:00:00.000Z',
  closedAt: null,
  unpaid: euros('0.00'),
  ...part,
})
type Site = { jackpots?: object[]; scopes?: string[]; posts?: Answering }
const opened = ({ jackpots = [jackpot()], scopes = ['games:decide'], posts = () => ({ body: {} }) }: Site = {}) =>
  show(<Jackpots operator={{ scopes } as never} params={{}} />, {
    path: '/jackpots',
    answer: (call) => (call.route === 'GET /api/jackpots' ? { body: jackpots } : posts(call)),
  })
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))
const reads = ({ calls }: ShownView) => calls.length - written({ calls } as ShownView).length
const part = (of: 'contribution' | 'seed' | 'cap', level: 'mini' | 'major' | 'grand') =>
  label(`jackpots.${of}`, { level: label(`jackpots.${level}`) })

test('an open jackpot shows its pots and what the house has paid, and is closed with a reason', async () => {
  const page = await opened()
  const pot = label('jackpots.potOf', { pot: money('7.00'), cap: money('25.00') })
  expect(page.text).toContain(`${label('jackpots.mini')} ${pot}`)
  expect(page.text).toContain(`${label('jackpots.reserve')} ${money('-4.00')}`)
  expect(page.text).toContain(`${label('jackpots.draws')} 1,234`)
  expect(page.has(label('jackpots.isOpen'))).toBe(true)
  expect(page.has(label('jackpots.isClosed'))).toBe(false)
  await page.press(label('jackpots.close'))
  expect(page.text).toContain(label('jackpots.closeTitle', { id: 'eur-1' }))
  await page.enter(label('reason'), 'New terms')
  await page.press(label('jackpots.close'))
  expect(written(page)).toEqual([{ route: 'POST /api/jackpots/eur-1/close', body: { reason: 'New terms' } }])
  expect(page.text).not.toContain(label('jackpots.closeHint'))
  expect(reads(page)).toBe(2)
})

test('a closed one is not closed again, and whoever only reads opens and closes none', async () => {
  const closed = await opened({ jackpots: [jackpot({ closedAt: '2026-11-03T12:00:00.000Z' })] })
  expect(closed.text).toContain(label('jackpots.isClosed'))
  expect([closed.has(label('jackpots.close')), closed.has(label('jackpots.open'))]).toEqual([false, true])
  const reader = await opened({ scopes: ['games:read'] })
  expect([reader.has(label('jackpots.close')), reader.has(label('jackpots.open'))]).toEqual([false, false])
})

test('without any it says so, and the pots are read again while the page is open', async () => {
  const page = await opened({ jackpots: [] })
  expect(page.text).toContain(label('jackpots.none'))
  await page.pass(5_000)
  expect(reads(page)).toBe(2)
})

test('one is opened with the terms as typed, which are explained before', async () => {
  const page = await opened()
  await page.press(label('jackpots.open'))
  await page.enter(label('jackpots.currency'), 'BRL')
  const begun = suggestedFor('0.10')!
  expect(page.find(part('seed', 'grand')).value).toBe(begun.levels.grand.seed)
  const cost = /We pay (.+?) into the first pots now/
  expect(cost.exec(page.text)![1]).toContain('BRL')

  await page.enter(label('jackpots.sideStake'), '0.20')
  await page.press(label('jackpots.suggest'))
  const { levels } = suggestedFor('0.20')!
  expect(page.find(part('cap', 'grand')).value).toBe(levels.grand.cap)

  await page.enter(part('cap', 'mini'), levels.mini.seed)
  expect(page.text).toContain(label('jackpots.fault_capInvalid'))
  expect(page.text).not.toMatch(cost)
  await page.enter(part('cap', 'mini'), levels.mini.cap)
  await page.enter(part('seed', 'grand'), '1.00')
  expect(page.find(part('cap', 'grand')).value).toBe(levels.grand.cap)
  await page.enter(part('seed', 'grand'), levels.grand.seed)
  expect(page.text).toMatch(cost)
  await page.enter(label('reason'), 'As agreed')
  await page.press(label('jackpots.open'))
  expect(written(page)).toEqual([
    { route: 'POST /api/jackpots', body: { currency: 'BRL', sideStake: '0.20', levels, reason: 'As agreed' } },
  ])
  expect(page.text).not.toContain(label('jackpots.openHint'))
})

test('nothing is suggested for a side stake that is no amount', async () => {
  const page = await opened()
  await page.press(label('jackpots.open'))
  await page.enter(label('jackpots.sideStake'), 'ten')
  expect(page.find(label('jackpots.suggest')).disabled).toBe(true)
  expect(page.text).toContain(label('jackpots.fault_amountInvalid'))
})

test('an opening whose answer is lost is not sent again by the page, because it would open another one', async () => {
  const page = await opened({ posts: () => ({ status: 503, body: { error: { name: 'unavailable', message: '' } } }) })
  await page.press(label('jackpots.open'))
  await page.enter(label('reason'), 'As agreed')
  await page.press(label('jackpots.open'))
  await page.pass(60_000)
  expect(written(page)).toHaveLength(1)
  expect(page.text).toContain(label('notReachable'))
})
