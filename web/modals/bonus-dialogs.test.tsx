import { expect, test } from 'vitest'
import type { Contribution, DepositBonus, PlayerBonus, PlayerFreespin } from '#contract/bonuses.ts'
import { guardMs } from '#contract/control-guard.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { dialog } from '#tests/setup/dialog.tsx'
import { type HookOptions, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../api/use-api.ts'
import { openBonusesRequest, playerBonusRoutes } from '../features/bonuses/player-bonus-request.ts'
import type { ModalKey, ModalModule } from '../modals.ts'
import { modal as cancelLock } from './bonus-cancel-lock.tsx'
import { modal as confirm } from './bonus-confirm-action.tsx'
import { modal as details } from './bonus-details.tsx'
import { modal as packageBonus } from './package-bonus.tsx'
import { modal as turnOver } from './turn-over-wager.tsx'
import { modal as walletBonusInfo } from './wallet-bonus-info.tsx'

const show = views()
const words = labelsOf('bonuses')
const contribution: Contribution = { kinds: [{ kind: 'slot', percent: 100 }], games: [] }
const bonus = (part: Partial<PlayerBonus>): PlayerBonus => ({
  id: 'b1',
  bonusId: 'welcome',
  name: 'Welcome',
  result: 1,
  packageId: null,
  issueSessionId: null,
  contribution,
  version: 1,
  status: 2,
  currency: 'EUR',
  amount: 1000,
  wagerTotal: 30_000,
  wagerRemaining: 20_000,
  unsettledStake: 0,
  maxBetAmount: 500,
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-12-20T12:00:00.000Z',
  ...part,
})
const freespin = (part: Partial<PlayerFreespin>): PlayerFreespin => ({
  id: 'f1',
  bonusId: 'spins',
  name: 'Ten spins',
  status: 1,
  result: 1,
  count: 10,
  used: 4,
  currency: 'EUR',
  gameId: 'tidepool',
  spinAmount: 20,
  packageId: null,
  winsAs: 'cash',
  winsSetAside: 0,
  winsTerms: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-12-20T12:00:00.000Z',
  version: 1,
  ...part,
})
const held = (bonuses: PlayerBonus[], freespins: PlayerFreespin[] = []): HookOptions => ({
  answers: [
    [apiKey(playerBonusRoutes.bonus, openBonusesRequest), bonuses],
    [apiKey(playerBonusRoutes.freespin, openBonusesRequest), freespins],
  ],
})
const written = (calls: Array<{ route: string }>) =>
  calls.flatMap(({ route }) => (route.startsWith('GET') ? [] : [route.replace('/api/game/', '')]))

/** Opens a question and gives the answer with this label. */
async function answered(label: string, key: ModalKey, id: string, options: HookOptions) {
  const page = await show(dialog(confirm, id, key), { search: `?${key}=${id}`, ...options })
  await page.pass(guardMs)
  await page.press(words[label]!)
  return page
}

// Shows: 2.2.6, 4.10.4
test.each([
  ['cancel-active-bonus', bonus({}), 'cancel-active-bonus', 'PUT player-bonuses/b1/cancel'],
  ['cancel-active-bonus', bonus({ status: 1 }), 'cancel-issued-bonus', 'PUT player-bonuses/b1/cancel'],
  ['cancel-issued-bonus', bonus({ unsettledStake: 100 }), 'cancel-unsettled-bonus', 'PUT player-bonuses/b1/cancel'],
  ['bonus-confirm-action', freespin({ status: 2 }), 'cancel-active-bonus', 'PUT player-freespins/f1/cancel'],
  ['bonus-confirm-action', freespin({}), 'cancel-issued-bonus', 'PUT player-freespins/f1/cancel'],
] as const)('%s asks by the state of %j: %s', async (key, subject, question, call) => {
  const options = 'count' in subject ? held([], [subject]) : held([subject])
  const kept = await answered(`${question}.keep`, key, subject.id, options)
  expect([written(kept.calls), kept.address]).toEqual([[], '/'])
  const cancelled = await answered(`${question}.confirm`, key, subject.id, {
    ...options,
    answer: ({ route }) => ({ body: route.startsWith('GET') ? [] : { ...subject, status: 3, version: 2 } }),
  })
  expect([written(cancelled.calls), cancelled.address]).toEqual([[call], '/'])
})

// Shows: 4.10.4
test('a press before the question could be read does nothing', async () => {
  const page = await show(dialog(confirm, 'b1', 'cancel-active-bonus'), {
    ...held([bonus({})]),
    answer: ({ route }) => ({ body: route.startsWith('GET') ? [] : bonus({ status: 3, version: 2 }) }),
  })
  await page.pass(guardMs - 1)
  await page.press(words['cancel-active-bonus.confirm']!)
  await page.pass(guardMs - 1)
  await page.press(words['cancel-active-bonus.confirm']!)
  expect(page.calls).toEqual([])
  await page.pass(guardMs)
  await page.press(words['cancel-active-bonus.confirm']!)
  expect(written(page.calls)).toEqual(['PUT player-bonuses/b1/cancel'])
})

// Shows: 4.10.4
test('if rounds are open after all, the question about them follows', async () => {
  const page = await answered('cancel-active-bonus.confirm', 'cancel-active-bonus', 'b1', {
    ...held([bonus({})]),
    answer: () => ({ body: [bonus({ unsettledStake: 50, version: 2 })] }),
  })
  expect([written(page.calls), page.address]).toEqual([[], '/?cancel-unsettled-bonus=b1'])
})

// Shows: 4.10.4
test.each([
  ['at once where none is active', 200, '', ['PUT player-bonuses/b2/activate']],
  [
    'after the active one is cancelled',
    409,
    'anotherIsActive',
    ['PUT player-bonuses/b2/activate', 'PUT player-bonuses/b1/cancel', 'PUT player-bonuses/b2/activate'],
  ],
])('another bonus is activated %s', async (_, status, name, calls) => {
  const both = [bonus({ name: 'Old' }), bonus({ id: 'b2', name: 'New', status: 1 })]
  let isFirst = true
  const page = await answered('change-active-bonus.confirm', 'change-active-bonus', 'b2', {
    ...held(both),
    answer({ route }) {
      if (route.startsWith('GET')) return { body: both }
      const isRefused = status !== 200 && isFirst
      isFirst = false
      return isRefused ? { status, body: { error: { name } } } : { body: { ...both[1], status: 2, version: 2 } }
    },
  })
  expect([written(page.calls), page.address]).toEqual([calls, '/'])
  expect(page.text).toContain('Old')
})

// Shows: 4.10.4
test.each([
  ['isOver', '/?bonus-cancel-lock=b1', []],
  ['bonusNotFound', '/?bonus-cancel-lock=b1', []],
  ['playerExcluded', '/?game-limit-reached=true', []],
  ['notAllowed', '/?cancel-active-bonus=b1', ['Why not']],
])('the refusal %s of a cancellation leads to %s', async (name, address, alerts) => {
  const page = await answered('cancel-active-bonus.confirm', 'cancel-active-bonus', 'b1', {
    ...held([bonus({})]),
    answer: ({ route }) =>
      route.startsWith('GET') ? { body: [bonus({})] } : { status: 409, body: { error: { name, message: 'Why not' } } },
  })
  expect([page.address, page.alerts]).toEqual([address, alerts])
  expect(page.find(words['cancel-active-bonus.confirm']!).disabled).toBe(false)
})

// Shows: 2.2.6
test('a bonus that is over, or not yet read, is not asked about', async () => {
  const over = await show(dialog(confirm, 'gone', 'cancel-active-bonus'), held([bonus({})]))
  expect(over.text).toContain(words.lockTitle)
  const reading = await show(dialog(confirm, 'b1'), { answer: () => new Promise(() => undefined) })
  expect(reading.text).toContain('Loading')
})

// Shows: 2.2.5
test.each<[ModalKey, ModalModule, string]>([
  ['bonus-cancel-lock', cancelLock, words.understood!],
  ['bonus-details', details, words.understood!],
  ['wallet-bonus-info', walletBonusInfo, words.understood!],
  ['turn-over-wager', turnOver, 'Close'],
])('%s closes by its button, and the dialog below stays', async (key, modal, label) => {
  const page = await show(dialog(modal, 'none'), {
    ...held([]),
    search: `?wallet=deposit&${key}=none`,
    answer: () => ({ body: [] }),
  })
  await page.press(label)
  expect(page.address).toBe('/?wallet=deposit')
})

// Shows: 3.18.1, 10.32
test('the details of a bonus and of free spins name their terms', async () => {
  const textFor = async (id: string, options: HookOptions) => (await show(dialog(details, id), options)).text
  const shown = await textFor('b1', held([bonus({})]))
  for (const part of ['Welcome', '€10.00', 'Total to wager €300.00', 'Left to wager €200.00', '€5.00 per round'])
    expect(shown).toContain(part)
  const free = await textFor('b1', held([bonus({ maxBetAmount: null, wagerTotal: 0, wagerRemaining: 0 })]))
  expect(free).toContain(words.termNoMaxBet)
  expect(free).not.toContain(words.termContribution)
  expect(shown).toContain(words.termContribution)
  const cash = await textFor('f1', held([], [freespin({})]))
  for (const part of ['Stake per spin €0.20', words.termWinsCash!, words.termNoWager!]) expect(cash).toContain(part)
  const winsTerms = { wageringMultiplier: 20, maxBetAmount: 300, contribution, expiresAfterSeconds: 7 * 86_400 }
  const asBonus = await textFor('f1', held([], [freespin({ winsAs: 'bonus', winsTerms, winsSetAside: 150 })]))
  for (const part of ['Won so far €1.50', 'Wager 20× your winnings', '€3.00 per round', '7 days'])
    expect(asBonus).toContain(part)
  const noWager = await textFor(
    'f1',
    held([], [freespin({ winsTerms: { ...winsTerms, wageringMultiplier: 0, maxBetAmount: null } })]),
  )
  expect(noWager).toContain(words.termNoWager)
  expect(noWager).toContain(words.termNoMaxBet)
  expect(noWager).not.toContain(words.termContribution)
  expect(await textFor('gone', held([bonus({})]))).toContain(words.overText)
})

const account = { id: 'a1', currency: 'EUR', status: 1, balance: 0, version: 1 }
const offer: DepositBonus = {
  id: 'welcome-2',
  name: 'Second deposit',
  description: 'Twice',
  type: 1,
  package: { id: 'pack', name: 'Welcome pack' },
  triggerConditions: {
    invoiceAmountItems: [{ currency: 'EUR', amountFrom: 1000, amountTo: null }],
    baseCurrencyInvoiceAmountFrom: null,
    baseCurrencyInvoiceAmountTo: null,
  },
  assignConditions: {
    amountItems: [{ currency: 'EUR', amount: 500 }],
    baseCurrencyAmount: null,
    maxAmountItems: [],
    baseCurrencyMaxAmount: null,
    depositPercentage: null,
    presets: [],
  },
  terms: {
    wageringMultiplier: 30,
    maxBet: [],
    isOnce: true,
    contribution,
    expiresAfterSeconds: 86_400,
    expectedCostPercent: 40,
  },
  termsVersion: 1,
}
const offered = (search: string, bonuses: PlayerBonus[] = []): HookOptions => ({
  search,
  answers: [
    [apiKey('GET /api/wallet/accounts'), [account]],
    [apiKey('GET /api/game/bonuses', { query: { currency: 'EUR' } }), [offer]],
    [apiKey('GET /api/game/player-bonuses', { query: { status: [1, 2, 3], currency: 'EUR' } }), bonuses],
    [apiKey('GET /api/game/player-freespins', { query: { status: [1, 2, 3], currency: 'EUR' } }), []],
  ],
})

// Shows: 2.5.22
test('a package shows the state of each of its bonuses, and leads to a deposit with the first that is offered', async () => {
  const parts = [
    bonus({ id: 'p1', name: 'First', packageId: 'pack' }),
    bonus({ id: 'p2', name: 'Ready', packageId: 'pack', status: 1 }),
    bonus({ id: 'p3', name: 'Past', packageId: 'pack', status: 3, result: 4 }),
    bonus({ id: 'p4', name: 'Of another' }),
  ]
  const page = await show(dialog(packageBonus, 'pack'), offered('?package-bonus=pack', parts))
  expect(page.text).toMatch(
    /Welcome pack.*First.*Active.*Ready.*Not activated.*Second deposit.*Available.*Past.*Expired/,
  )
  expect(page.text).not.toContain('Of another')
  const moreOf = (name: string) => page.find(`Full terms of ${name}`).getAttribute('href')
  expect(moreOf('First')).toContain('bonus-details=p1')
  expect(moreOf('Second deposit')).toContain('wallet-bonus-info=welcome-2')
  expect(page.has('Full terms of Past')).toBe(false)
  await page.press('Deposit')
  expect(page.address).toBe('/?wallet=deposit&deposit-bonus=welcome-2')
  const over = await show(dialog(packageBonus, 'pack'), offered('?wallet=deposit&package-bonus=pack', parts))
  await over.press(words.understood!)
  expect(over.address).toBe('/?wallet=deposit')
})

// Shows: 2.5.22
test('an unknown package is empty, and one that cannot be read offers to try again', async () => {
  const empty = await show(dialog(packageBonus, 'other'), offered(''))
  expect(empty.text).toContain(words.packageEmpty)
  const failed = await show(dialog(packageBonus, 'pack'), {
    answers: [[apiKey('GET /api/wallet/accounts'), [account]]],
    answer: () => ({ status: 500 }),
  })
  expect(failed.text).toContain(words.loadFailed)
  expect(failed.text).not.toContain('Loading')
  const before = failed.calls.length
  await failed.press('Try again')
  expect(failed.calls.length - before).toBe(3)
})

// Shows: 2.5.23, 10.32
test('the terms of an offer are those in the currency of the active account', async () => {
  const shown = await show(dialog(walletBonusInfo, 'welcome-2'), offered(''))
  expect(shown.text).toContain('Welcome pack')
  expect(shown.text).toContain('Second deposit')
  expect(shown.text).toContain('Wagering requirement')
  expect((await show(dialog(walletBonusInfo, 'gone'), offered(''))).text).toContain(words.notOffered)
  const failed = await show(dialog(walletBonusInfo, 'x'), {
    answers: [[apiKey('GET /api/wallet/accounts'), [account]]],
    answer: () => ({ status: 500 }),
  })
  expect(failed.text).toContain(words.loadFailed)
  await failed.press('Try again')
  expect(failed.calls.map(({ route }) => route)).toEqual(Array(2).fill('GET /api/game/bonuses?currency=EUR'))
})

// Shows: 2.5.14, 2.5.15, 7.4.5
test.each([
  [{ isEnabled: true, turnOverWagerAmount: 5000 }, false],
  [{ isEnabled: true, turnOverWagerAmount: 0 }, true],
  [{ isEnabled: false, turnOverWagerAmount: 5000 }, true],
])('turnover %j is complete: %s', async (part, isDone) => {
  const wager = { currency: 'EUR', turnOverWager: 1, total: 10_000, ...part }
  const page = await show(dialog(turnOver), {
    answers: [[apiKey('GET /api/wallet/accounts'), [account]]],
    answer: () => ({ body: wager }),
  })
  expect(page.calls.map(({ route }) => route)).toEqual(['GET /api/risk/reasons/turn-over-wager?currency=EUR'])
  expect(page.text.includes(labelsOf('limits').turnoverDone!)).toBe(isDone)
  expect(page.text.includes('€50.00')).toBe(!isDone)
})
