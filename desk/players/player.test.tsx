import { expect, test } from 'vitest'
import { spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from '../labels.ts'
import { PlayerPage } from './player.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const id = '8de90d49-582c-4459-8000-000000000000'
const card = (part: object = {}) => ({
  id,
  name: '',
  nickname: null,
  email: 'ada@example.com',
  isEmailConfirmed: true,
  phone: '491511',
  country: 'DE',
  locale: 'de',
  status: 'limited',
  createdAt: at,
  identityVerifiedAt: null,
  closedAt: null,
  details: { city: 'Berlin', empty: '' },
  accounts: null,
  ...part,
})
const row = (part: object = {}) => ({
  at,
  source: 'payments',
  id: '1',
  what: 'deposit',
  detail: ['F1042'],
  state: null,
  amount: { amount: '1250.00', currency: 'EUR' },
  path: '/payments/F1042',
  ...part,
})
type Site = {
  player?: object
  rows?: object[]
  next?: string | null
  standing?: object[]
  scopes?: string[]
  search?: string
}
const opened = async ({
  player = card(),
  rows = [row()],
  next = null,
  standing = [],
  scopes = [],
  search = '',
}: Site = {}) => {
  const page = await show(<PlayerPage operator={{ scopes } as never} params={{ playerId: id }} />, {
    path: `/players/${id}`,
    search,
    answer: ({ route }) => {
      if (route === `GET /api/players/${id}`) return { body: player }
      if (route.includes('/timeline')) return { body: { rows, next } }
      if (route.endsWith('/notes')) return { body: { notes: [], tags: [], known: [] } }
      if (route.endsWith('/standing')) return { body: standing }
      return { body: [] }
    },
  })
  // What stands below the facts is read once these are known.
  await page.pass(1)
  return page
}
const timeline = ({ calls }: { calls: Array<{ route: string }> }) =>
  calls.map(({ route }) => route).filter((route) => route.includes('/timeline'))

test.each([
  [{ name: 'Ada Lovelace', nickname: 'ada' }, 'Ada Lovelace'],
  [{ nickname: 'ada' }, 'ada'],
  [{}, 'ada@example.com'],
  [{ email: null }, '8de90d49'],
])('a player with %j is called %s', async (part, name) => {
  expect((await opened({ player: card(part) })).text).toMatch(new RegExp(`^${name} ${label('players.status.limited')}`))
})

test('facts that are known are shown, others are left out', async () => {
  const { text } = await opened()
  for (const part of [
    '+491511',
    label('players.notVerified'),
    `${label('players.registered')} ${spaced(formatMoment(at))}`,
    'Berlin',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain(label('players.closed'))
  const other = await opened({ player: card({ isEmailConfirmed: false, closedAt: at, phone: null }) })
  expect(other.text).toContain(label('players.unconfirmed', { email: 'ada@example.com' }))
  expect(other.text).toContain(`${label('players.closed')} ${spaced(formatMoment(at))}`)
  expect(other.text).not.toContain(label('players.phone'))
})

test('accounts show cash, bonus, held money and vault', async () => {
  const money = (amount: string) => ({ amount, currency: 'EUR' })
  const accounts = [
    { currency: 'EUR', cash: money('1.00'), bonus: money('2.00'), held: money('3.00'), vault: money('4.00') },
  ]
  expect((await opened({ player: card({ accounts }) })).text).toContain('EUR 1.00 EUR 2.00 EUR 3.00 EUR 4.00 EUR')
  expect((await opened({ player: card({ accounts: [] }) })).text).toContain(label('players.noAccounts'))
  expect((await opened()).text).not.toContain(label('players.noAccounts'))
})

test('the timeline is read as the address asks, with links, states and amounts, and has further pages', async () => {
  const page = await opened({
    rows: [row(), row({ id: '2', what: 'never-written', path: null, amount: null, state: 'open' })],
    next: 'k2',
    search: '?kind=money&after=k1',
  })
  expect(timeline(page)).toEqual([`GET /api/players/${id}/timeline?kind=money&after=k1`])
  expect(page.find(label('players.what.deposit')).getAttribute('href')).toBe('/payments/F1042')
  expect(page.text).toContain(`${spaced(formatMoment(at))} ${label('players.what.deposit')} F1042 1,250.00 EUR`)
  await page.press(label('nextPage'))
  expect(page.address).toBe(`/players/${id}?kind=money&after=k2`)
  const other = await opened({ search: '?kind=nonsense', rows: [] })
  expect(timeline(other)).toEqual([`GET /api/players/${id}/timeline`])
  expect(other.text).toContain(label('players.noRows'))
})

test('what concerns the player now stands above, with its amount, page and term', async () => {
  const item = {
    level: 'urgent',
    what: 'never-written',
    detail: ['device'],
    amount: { amount: '5.00', currency: 'EUR' },
    since: at,
    until: at,
    path: '/households',
  }
  const page = await opened({ standing: [item] })
  for (const part of [
    '5.00 EUR device',
    label('players.standing.since', { moment: spaced(formatMoment(at)) }),
    label('players.standing.until', { moment: spaced(formatMoment(at)) }),
  ])
    expect(page.text).toContain(part)
  expect(page.find('players.standing.never-written').getAttribute('href')).toBe('/households')
})

test.each([
  [['cashier:read'], [true, true, true, false]],
  [['rewards:read'], [false, false, false, true]],
  [[], [false, false, false, false]],
])('with the rights %j payments, adjustments, statements and rewards are linked: %j', async (scopes, may) => {
  const page = await opened({ scopes })
  const links = ['payments.toPlayer', 'payments.adjustments', 'players.statements', 'rewards.page'] as const
  expect(links.map((key) => page.has(label(key)))).toEqual(may)
})
