import { expect, test } from 'vitest'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from '../labels.ts'
import { PlayerRewards } from './player-rewards.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const options = {
  currencies: ['EUR', 'USDT'],
  offers: [
    { id: 'o1', description: 'Offer one' },
    { id: 'o2', description: 'Offer two' },
  ],
  freeBets: [],
}
const held = { id: 'r1', at, what: 'Ten free rounds', isOpen: true }
const preview = (part: object = {}) => ({
  worth: null,
  spins: null,
  wagering: null,
  minOdds: null,
  expiresAt: null,
  status: 'paid',
  needsSecondPerson: false,
  again: null,
  ...part,
})
type Site = {
  rewards?: object[]
  scopes?: string[]
  search?: string
  previews?: () => ReturnType<Answering>
  posts?: Answering
}
const opened = (site: Site = {}) => {
  const { rewards = [held], scopes = ['rewards:do'], search = '', posts = () => ({ body: { status: 'paid' } }) } = site
  const { previews = () => ({ body: preview() }) } = site
  return show(<PlayerRewards operator={{ scopes } as never} params={{ playerId: 'p1' }} />, {
    path: '/players/p1/rewards',
    search,
    answer: (call) => {
      if (call.route === 'GET /api/players/p1/rewards') return { body: { rewards, options } }
      if (call.route === 'GET /api/players/p1/levels')
        return { body: { level: 1, name: null, points: 0, earned: 0, reviewAt: null, reached: [] } }
      if (call.route.startsWith('GET')) return { body: { quests: [] } }
      return call.route.endsWith('/preview') ? previews() : posts(call)
    },
  })
}
const previewed = ({ calls }: ShownView) =>
  calls.filter(({ route }) => route.endsWith('/preview')).map(({ body }) => body)
const granted = ({ calls }: ShownView) =>
  calls.filter(({ route }) => route.startsWith('POST') && !route.endsWith('/preview'))
const button = (page: ShownView) => page.find(label('rewards.grant'))
/** Until the preview is read. */
const pause = async (page: ShownView) => {
  await page.pass(400)
  await page.pass(1)
}
const fill = async (page: ShownView, amount = '12.50') => {
  await page.enter(label('rewards.amount'), amount)
  await page.enter(label('rewards.title'), ' For waiting ')
  await pause(page)
}
const grant = async (page: ShownView) => {
  await page.press(label('rewards.grant'))
  await page.enter(label('reason'), 'A fault of ours')
  await page.press(label('rewards.grant'))
}

test('what is entered is previewed 0.4 s after the last key, and granted only as it was previewed', async () => {
  const page = await opened({
    previews: () => ({ body: preview({ worth: { amount: '12.50', currency: 'USDT' }, needsSecondPerson: true }) }),
  })
  expect(button(page).disabled).toBe(true)
  await page.enter(label('rewards.currency'), 'USDT')
  await page.enter(label('rewards.amount'), '12.50')
  await page.enter(label('rewards.title'), 'For waiting')
  await page.pass(399)
  expect(previewed(page)).toEqual([])
  await page.pass(1)
  const reward = { kind: 'cash', currency: 'USDT', amount: '12.50' }
  expect(previewed(page)).toEqual([{ reward, title: 'For waiting' }])
  await page.pass(1)
  expect(page.text).toContain(`${label('rewards.worth')} 12.50 USDT`)
  expect(page.text).toContain(label('rewards.needsSecond'))
  await page.enter(label('rewards.amount'), '13')
  expect(button(page).disabled).toBe(true)
  await page.enter(label('rewards.amount'), '12.50')
  await pause(page)
  await grant(page)
  expect(granted(page)).toMatchObject([
    {
      route: 'POST /api/players/p1/rewards',
      body: { reward, title: 'For waiting', reason: 'A fault of ours', again: null },
    },
  ])
  expect(page.text).toContain(label('rewards.granted'))
  expect(page.find(label('rewards.amount')).value).toBe('')
})

test('the same reward given shortly before needs a confirmation, which goes with the next change', async () => {
  const page = await opened({
    previews: () => ({ body: preview({ again: { id: 'g7', at }, status: 'due' }) }),
    posts: () => ({ body: { status: 'due' } }),
  })
  await fill(page)
  const again = label('rewards.again', { moment: spaced(formatMoment(at)) })
  expect(button(page).disabled).toBe(true)
  await page.press(again)
  expect(button(page).disabled).toBe(false)
  await fill(page, '14')
  expect(button(page).disabled).toBe(true)
  await page.press(again)
  await grant(page)
  expect(granted(page)[0]!.body).toMatchObject({ again: 'g7', title: 'For waiting', reward: { amount: '14' } })
  expect(page.text).toContain(label('rewards.grantedDue'))
})

test('a grant that was refused keeps its id, and another has one of its own', async () => {
  let isRefused = true
  const page = await opened({
    posts: () =>
      isRefused
        ? { status: 422, body: { error: { name: 'x', message: 'Too much today.' } } }
        : { body: { status: 'paid' } },
  })
  await fill(page)
  await grant(page)
  expect(page.text).toContain('Too much today.')
  isRefused = false
  await page.press(label('rewards.grant'))
  await fill(page)
  await grant(page)
  const [refused, repeated, other] = granted(page).map(({ body }) => (body as { id: string }).id)
  expect([repeated === refused, other === refused]).toEqual([true, false])
})

test('a preview that is refused says why, and nothing can be granted', async () => {
  const page = await opened({
    previews: () => ({ status: 422, body: { error: { name: 'x', message: 'The player is excluded.' } } }),
  })
  await fill(page)
  expect([page.text.includes('The player is excluded.'), button(page).disabled]).toEqual([true, true])
  const away = await opened({ previews: () => Promise.reject(new TypeError('Failed to fetch')) })
  await fill(away)
  expect(away.text).toContain(label('notReachable'))
})

test.each([
  ['points', '250', { kind: 'points', points: 250 }],
  ['points', '2.5', null],
  ['points', '0', null],
  ['cash', '5', { kind: 'cash', currency: 'EUR', amount: '5' }],
])('%s of %s are previewed as %j', async (kind, amount, reward) => {
  const page = await opened()
  await page.enter(label('rewards.kind'), kind)
  await page.enter(label(kind === 'points' ? 'rewards.points' : 'rewards.amount'), amount)
  await page.enter(label('rewards.title'), 'For you')
  await pause(page)
  expect(previewed(page)).toEqual(reward ? [{ reward, title: 'For you' }] : [])
})

test('an offer that the address names is chosen, another can be, and without free bets none is offered', async () => {
  const page = await opened({ search: '?kind=offer&what=o2' })
  await page.enter(label('rewards.title'), 'For you')
  await pause(page)
  await page.enter(label('rewards.offer'), 'o1')
  await pause(page)
  expect(previewed(page)).toMatchObject([
    { reward: { kind: 'offer', id: 'o2' } },
    { reward: { kind: 'offer', id: 'o1' } },
  ])
  await page.enter(label('rewards.kind'), 'freeBet')
  await pause(page)
  expect([page.text.includes(label('rewards.noOffers')), previewed(page).length]).toEqual([true, 2])
})

test('an open reward is revoked with a reason; one that has ended cannot be', async () => {
  const page = await opened({ rewards: [held, { ...held, id: 'r2', isOpen: false }] })
  expect(page.text.split(label('rewards.revoke'))).toHaveLength(2)
  await page.press(label('rewards.revoke'))
  await page.enter(label('reason'), 'A mistake')
  await page.press(label('rewards.revoke'))
  expect(granted(page)).toEqual([
    { route: 'POST /api/players/p1/rewards/r1/revocation', body: { reason: 'A mistake' } },
  ])
  expect(page.text).toContain(label('rewards.revoked'))
})

test('whoever may only read grants and revokes nothing', async () => {
  const page = await opened({ scopes: ['rewards:read'] })
  expect([page.has(label('rewards.grant')), page.has(label('rewards.revoke')), page.text.includes(held.what)]).toEqual([
    false,
    false,
    true,
  ])
  expect((await opened({ rewards: [] })).text).toContain(label('rewards.none'))
})

test('an amount of cash has the currency beside it, points have none, and an offer has no amount', async () => {
  const page = await opened()
  const beside = (name: string) => page.find(name).parentElement!.textContent
  expect(beside(label('rewards.amount'))).toBe('EUR')
  await page.enter(label('rewards.currency'), 'USDT')
  expect(beside(label('rewards.amount'))).toBe('USDT')
  await page.enter(label('rewards.kind'), 'points')
  expect(page.find(label('rewards.points')).localName).toBe('input')
  expect(page.find(label('rewards.points')).closest('form')!.textContent).not.toContain('USDT')
  await page.enter(label('rewards.kind'), 'offer')
  expect([page.has(label('rewards.amount')), page.has('Offer one')]).toEqual([false, true])
})
