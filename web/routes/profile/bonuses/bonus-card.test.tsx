import { expect, test } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { type Answering, views } from '#tests/setup/hook.tsx'
import type { PlayerBonusOrSpins } from '../../../features/bonuses/player-bonuses.ts'
import { BonusCard } from './bonus-card.tsx'

const show = views()
const words = labelsOf('bonuses')
const bonus = (part: object = {}) =>
  ({
    kind: 'bonus',
    id: 'b1',
    bonusId: 'welcome',
    name: 'Welcome',
    status: 1,
    result: 1,
    currency: 'EUR',
    amount: 5000,
    maxBetAmount: null,
    wagerTotal: 50_000,
    wagerRemaining: 50_000,
    unsettledStake: 0,
    packageId: null,
    expiresAt: '2026-12-01T12:00:00.000Z',
    contribution: { kinds: [], games: [], sports: null },
    version: 1,
    ...part,
  }) as unknown as PlayerBonusOrSpins
const spins = (part: object = {}) =>
  bonus({
    kind: 'freespin',
    id: 'f1',
    name: 'Spins',
    gameId: 'dice',
    count: 20,
    used: 5,
    winsSetAside: 0,
    winsTerms: null,
    ...part,
  })
const card = (shown: PlayerBonusOrSpins, others: PlayerBonusOrSpins[] = [], posts: Answering = () => ({})) =>
  show(<BonusCard bonus={shown} all={[shown, ...others]} />, {
    path: '/profile/bonuses',
    answer: (call) => (call.route.startsWith('GET') ? { body: [] } : posts(call)),
  })
const changed = ({ calls }: { calls: Array<{ route: string }> }) =>
  calls.map(({ route }) => route).filter((route) => !route.startsWith('GET'))

// Shows: 4.10.1
test('a bonus that is issued is activated, an active one is not offered again', async () => {
  const page = await card(bonus())
  expect(page.text).toContain(`${words.issued} €50.00`)
  await page.press(words.activate!)
  expect(changed(page)).toEqual(['PUT /api/game/player-bonuses/b1/activate'])
  expect(page.address).toBe('/profile/bonuses')
  const active = await card(bonus({ status: 2 }))
  expect([active.has(words.active!), active.has(words.activate!)]).toEqual([true, false])
})

test.each([
  ['another active bonus in its currency', [bonus({ id: 'b2', status: 2 })], true],
  ['an active bonus in another currency', [bonus({ id: 'b2', status: 2, currency: 'USDT' })], false],
  ['another one that is only issued', [bonus({ id: 'b2' })], false],
  ['active free spins', [spins({ status: 2 })], false],
])('beside %s, an activation asks first', async (_, others, asks) => {
  const page = await card(bonus(), others)
  await page.press(words.activate!)
  expect([changed(page).length, page.address]).toEqual(
    asks ? [0, '/profile/bonuses?change-active-bonus=b1'] : [1, '/profile/bonuses'],
  )
})

test.each([
  ['anotherIsActive', '/profile/bonuses?change-active-bonus=b1', 0],
  ['playerExcluded', '/profile/bonuses?game-limit-reached=true', 0],
  ['other', '/profile/bonuses', 1],
])('an activation that is refused with %s leads to %s', async (name, address, alerts) => {
  const page = await card(bonus(), [], () => ({ status: 409, body: { error: { name } } }))
  await page.press(words.activate!)
  expect([page.address, page.alerts.length, page.find(words.activate!).disabled]).toEqual([address, alerts, false])
})

test.each([
  [bonus(), 'cancel-issued-bonus'],
  [bonus({ status: 2 }), 'cancel-active-bonus'],
  [bonus({ status: 2, unsettledStake: 1 }), 'cancel-unsettled-bonus'],
  [spins({ status: 2, unsettledStake: 1 }), 'cancel-active-bonus'],
])('giving up asks by the dialog of the state: %#', async (shown, modal) => {
  const page = await card(shown)
  const id = shown.kind === 'bonus' ? 'b1' : 'f1'
  expect(page.find(words.giveUp!).getAttribute('href')).toBe(`/profile/bonuses?${modal}=${id}`)
  expect(page.has(words.package!)).toBe(false)
})

test('free spins lead to their game once they are active, and show what they have won and its terms', async () => {
  const page = await card(
    spins({ status: 2, winsSetAside: 340, winsTerms: { wageringMultiplier: 10 }, packageId: 'pack' }),
  )
  expect(page.find(words.playSpins!).getAttribute('href')).toBe('/games/dice?play=real')
  expect(page.text).toContain(words.spinWinsSoFar!.replace('{amount}', '€3.40'))
  expect(page.text).toContain(words.shortWinsWager!.replace('{times}', '10'))
  expect(page.find(words.package!).getAttribute('href')).toBe('/profile/bonuses?package-bonus=pack')
  const plain = await card(spins({ winsTerms: { wageringMultiplier: 0 } }))
  expect(plain.has(words.playSpins!)).toBe(false)
  expect(plain.text).not.toContain('€')
  expect(plain.text).not.toContain(words.shortWinsWager!.replace('{times}', '0'))
})

test('the highest stake of a bonus is named', async () => {
  const text = words.termMaxBetAmount!.replace('{amount}', '€5.00')
  expect((await card(bonus({ maxBetAmount: 500 }))).text).toContain(text)
  const others = (await card(bonus())).text
  expect(others).not.toContain(words.termMaxBetAmount!.replace('{amount}', '').trim())
})
