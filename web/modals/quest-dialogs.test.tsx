import { expect, test } from 'vitest'
import { guardMs } from '#contract/control-guard.ts'
import type { Quest, QuestTask } from '#contract/quests.ts'
import type { Tournament } from '#contract/tournaments.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { dialog } from '#tests/setup/dialog.tsx'
import { type Answering, type HookOptions, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../api/use-api.ts'
import { countedGames } from '../features/quests/counted-games.ts'
import { modal as loyaltyEarn } from './loyalty-earn.tsx'
import { modal as questRewards } from './quest-rewards.tsx'
import { modal as questTaskGames } from './quest-task-games.tsx'
import { modal as questTasks } from './quest-tasks.tsx'
import { modal as tournamentEntry } from './tournament-entry.tsx'

const show = views()
const words = labelsOf('quests')
const task = (part: Partial<QuestTask> = {}): QuestTask => ({
  id: `run:${part.type}`,
  questId: 'run',
  type: 'rounds',
  isActive: true,
  isCompleted: false,
  progress: 0,
  quantity: 20,
  currency: 'EUR',
  multiplier: null,
  minStake: null,
  games: null,
  version: 1,
  ...part,
})
const quest = (part: Partial<Quest> = {}): Quest => ({
  id: 'harbor-week',
  termsVersion: 4,
  playerQuestId: 'run',
  name: 'Harbor week',
  description: 'Step by step.',
  state: 2,
  order: 'sequence',
  tasks: [task(), task({ type: 'stake' })],
  rewards: [{ kind: 'cash', amount: 300, currency: 'EUR' }],
  rewardState: 'locked',
  claim: 'player',
  currency: 'EUR',
  startedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-27T12:00:00.000Z',
  finishedAt: null,
  version: 3,
  days: 7,
  endsAt: null,
  canActivate: false,
  availableAt: null,
  timesCompleted: 0,
  maxTimes: 1,
  expectedCost: null,
  ...part,
})
const offered: Partial<Quest> = { state: 1, canActivate: true, playerQuestId: null, startedAt: null, expiresAt: null }
const withQuest = (part: Partial<Quest>, more: HookOptions = {}): HookOptions => ({
  answers: [[apiKey('GET /api/retention/quests'), [quest(part)]]],
  ...more,
})
const written = (calls: Array<{ route: string }>) =>
  calls.flatMap(({ route }) => (route.startsWith('GET') ? [] : [route.replace('/api/retention/', '')]))

// Shows: 4.11.1, 7.5.4
test('a quest that is offered is started under the terms that were shown', async () => {
  const page = await show(dialog(questTasks, 'harbor-week'), withQuest(offered))
  expect(page.has(words.cancelQuest!)).toBe(false)
  await page.press(words.start!)
  expect(written(page.calls)).toEqual(['PUT quests/harbor-week/activate?termsVersion=4'])
})

// Shows: 4.11.1
test('a running quest is cancelled after a question, which can be left', async () => {
  const page = await show(dialog(questTasks, 'harbor-week'), withQuest({}))
  await page.press(words.cancelQuest!)
  expect(page.text).toContain(words.cancelSure)
  await page.press(words.goOn!)
  expect(page.text).not.toContain(words.cancelSure)
  await page.press(words.cancelQuest!)
  await page.press(words.cancelQuest!)
  expect(written(page.calls)).toEqual(['PUT player-quests/run/cancel'])
  expect(page.text).not.toContain(words.cancelSure)
})

// Shows: 4.11.1
test.each([
  ['an earned reward is collected', { state: 3, rewardState: 'earned' }, words.collect!, '/?quest-rewards=harbor-week'],
  ['a quest that is over', { state: 5 }, words.close!, '/'],
  ['a reward that comes by itself', { state: 3, rewardState: 'earned', claim: 'automatic' }, words.close!, '/'],
] as Array<[string, Partial<Quest>, string, string]>)('%s', async (_, part, label, address) => {
  const page = await show(dialog(questTasks, 'harbor-week'), withQuest(part, { search: '?quest-tasks=harbor-week' }))
  expect([page.has(words.start!), page.has(words.cancelQuest!)]).toEqual([false, false])
  await page.press(label)
  expect(page.address).toBe(address)
})

// Shows: 3.22.1
test.each([
  ['inSequence', { order: 'free' }],
  ['inSequence', { tasks: [task()] }],
  ['ownMoney', { tasks: [task({ type: 'deposit' }), task({ type: 'verification' }), task({ type: 'limit' })] }],
  ['byClaim', { claim: 'automatic' }],
  ['until', { expiresAt: null }],
  ['until', { state: 3 }],
] as Array<[string, Partial<Quest>]>)('the terms say %s, but not of %j', async (key, part) => {
  const textFor = async (each: Partial<Quest>) => (await show(dialog(questTasks, 'harbor-week'), withQuest(each))).text
  expect(await textFor({})).toContain(words[key])
  expect(await textFor(part)).not.toContain(words[key])
})

// Shows: 3.22.1
test('the terms name days, cost, repetitions and days of UTC where they apply', async () => {
  const textFor = async (part: Partial<Quest>) => (await show(dialog(questTasks, 'harbor-week'), withQuest(part))).text
  const plain = await textFor({})
  for (const part of ['7 days to complete', 'costs about', 'times', words.daysAreUtc!])
    expect(plain).not.toContain(part)
  expect(await textFor(offered)).toContain('7 days to complete it')
  expect(await textFor({ expectedCost: 150 })).toContain('costs about €1.50 on average')
  expect(await textFor({ maxTimes: 3 })).toContain('Up to 3 times')
  expect(await textFor({ maxTimes: 3, timesCompleted: 1 })).toContain('Completed 1 of 3 times')
  expect(await textFor({ tasks: [task({ type: 'days' })] })).toContain(words.daysAreUtc)
})

// Shows: 3.22.1
test('a refusal is shown beside the action, and a quest that is gone or unreadable says so', async () => {
  const refused = await show(
    dialog(questTasks, 'harbor-week'),
    withQuest(offered, { answer: () => ({ status: 409, body: { error: { name: 'notNow', message: 'Not now' } } }) }),
  )
  await refused.press(words.start!)
  expect(refused.text).toContain('Not now')
  for (const modal of [questTasks, questRewards, questTaskGames]) {
    const reading = await show(dialog(modal, 'harbor-week'), { answer: () => new Promise(() => undefined) })
    for (const text of [words.gone!, words.loadFailed!]) expect(reading.text).not.toContain(text)
    expect((await show(dialog(modal, 'other:0'), withQuest({}))).text).toContain(words.gone)
    const failed = await show(dialog(modal, 'harbor-week'), { answer: () => ({ status: 500 }) })
    expect(failed.text).toContain(words.loadFailed)
    expect(failed.text).not.toContain(words.gone)
    await failed.press('Try again')
    expect(failed.calls.length).toBe(2)
  }
})

// Shows: 3.22.1
test.each([
  ['locked', 'player', 'For completing “Harbor week”.', false],
  ['granted', 'player', 'Received for “Harbor week”.', false],
  ['earned', 'automatic', 'You completed “Harbor week”. The reward is on its way.', false],
  ['earned', 'player', 'You completed “Harbor week”.', true],
] as const)('a reward that is %s and comes by the %s: %s', async (rewardState, claim, text, isOwn) => {
  const page = await show(
    dialog(questRewards, 'harbor-week'),
    withQuest({ rewardState, claim }, { search: '?quest-rewards=harbor-week' }),
  )
  expect(page.text).toContain(text)
  expect(page.text).toContain('€3.00 in cash')
  await page.press(isOwn ? words.collect! : words.close!)
  expect(written(page.calls)).toEqual(isOwn ? ['PUT player-quests/run/claim'] : [])
  expect(page.address).toBe(isOwn ? '/?quest-rewards=harbor-week' : '/')
})

// Shows: 2.2.5
test('the games that count for a task are listed page by page', async () => {
  const games = Array.from({ length: 50 }, (_, index) => `game-${index}`)
  const page = await show(dialog(questTaskGames, 'harbor-week:1'), {
    answers: [[apiKey('GET /api/retention/quests'), [quest({ tasks: [task(), task({ games })] })]]],
    answer: () => ({ body: { data: [], meta: { total: 999 } } }),
  })
  expect(page.text).toContain(words.gamesThatCount)
  const key = (number: number) => page.client.getQueryState(apiKey('GET /api/game/games', countedGames(games, number)))
  expect([key(1)?.status, key(2)]).toEqual(['success', undefined])
  await page.press(words.moreGames!)
  expect(key(2)?.status).toBe('success')
  expect(page.has(words.moreGames!)).toBe(false)
})

// Shows: 2.2.5
test('for a task in which every game counts, the catalogue says how many there are', async () => {
  const page = await show(dialog(questTaskGames, 'harbor-week:0'), {
    ...withQuest({}),
    answer: () => ({ body: { data: [], meta: { total: 48 } } }),
  })
  expect(page.text).toContain(words.allGamesCount)
  expect(page.has(words.moreGames!)).toBe(false)
  const more = await show(dialog(questTaskGames, 'harbor-week:0'), {
    ...withQuest({}),
    answer: () => ({ body: { data: [], meta: { total: 49 } } }),
  })
  expect(more.has(words.moreGames!)).toBe(true)
})

// Shows: 3.23.1
test('the rule of points is shown, or offered again if it cannot be read', async () => {
  const rule = {
    pointsPerUnit: { slot: 1, dice: 0.2 },
    baseCurrency: 'EUR',
    countsBonusStakes: false,
    games: [{ id: 'tidepool', name: 'Tidepool', kind: 'slot', rtp: 96, pointsPerHundred: 100 }],
  }
  const page = await show(dialog(loyaltyEarn), { search: '?loyalty-earn=true', answer: () => ({ body: rule }) })
  expect(page.text).toContain('Tidepool')
  await page.press(labelsOf('loyalty').understood!)
  expect(page.address).toBe('/')
  const failed = await show(dialog(loyaltyEarn), { answer: () => ({ status: 500 }) })
  expect(failed.text).toContain(labelsOf('loyalty').loadFailed)
  await failed.press('Try again')
  expect(failed.calls.length).toBe(2)
})

const tournament: Tournament = {
  identity: 'race',
  title: 'Harbour race',
  description: 'For the test.',
  state: 'published',
  startsAt: '2026-11-22T00:00:00.000Z',
  endsAt: '2026-11-23T00:00:00.000Z',
  remainingMs: 1000,
  entry: 'buy-in',
  isJoined: false,
  buyIn: { price: 1000, fee: 100, guarantee: 0, fewestPlayers: 2, players: 1, isOpen: true },
  rules: {
    score: 'stake',
    firstRounds: null,
    bestRounds: null,
    multiplierCap: null,
    minStake: 20,
    games: null,
    currencies: null,
    countsBonusMoney: false,
    countsFreeSpins: false,
    holdMinutes: 2,
  },
  currency: 'EUR',
  pool: 12_500,
  prizes: [{ place: 1, title: '€90', amount: 9000, cash: 9000, entry: null }],
}
const account = { id: 'a1', currency: 'EUR', status: 1, balance: 1500, bonusBalance: 500, version: 1 }
const route = 'GET /api/retention/tournaments/{identity}'
type Part = Partial<Tournament>
const toEnter = (part: Part, accounts: object[], more: HookOptions = {}): HookOptions => ({
  search: '?tournament-entry=race',
  answers: [
    [apiKey(route, { params: { identity: 'race' } }), { ...tournament, ...part }],
    [apiKey('GET /api/wallet/accounts'), accounts],
  ],
  ...more,
})

// Shows: 1.2.3
test('an entry is paid with cash alone, at the price that was shown', async () => {
  const answer: Answering = ({ route: called }) => ({
    body: called.startsWith('GET') ? [account] : { ...tournament, isJoined: true },
  })
  const page = await show(dialog(tournamentEntry, 'race'), toEnter({}, [account], { answer }))
  for (const part of [
    'Enter Harbour race?',
    'Your cash €10.00',
    'Your cash afterwards €0.00',
    'First prize so far €90.00',
  ])
    expect(page.text).toContain(part)
  await page.pass(guardMs)
  await page.press('Pay €10.00 and enter')
  expect(page.calls.filter(({ route: called }) => called.startsWith('POST'))).toEqual([
    { route: 'POST /api/retention/tournaments/race/entry', body: { price: 1000, currency: 'EUR' } },
  ])
  expect(page.client.getQueryData(apiKey(route, { params: { identity: 'race' } }))).toMatchObject({ isJoined: true })
  expect(page.address).toBe('/')
})

// Shows: 1.2.3
test('without enough cash a deposit in the currency of the tournament is offered', async () => {
  const poor = { ...account, balance: 1499 }
  const page = await show(dialog(tournamentEntry, 'race'), toEnter({}, [poor]))
  expect(page.text).toContain('You need €0.01 more in EUR.')
  expect(page.text).not.toContain('Your cash afterwards')
  await page.press('Deposit')
  expect([written(page.calls), page.address]).toEqual([[], '/?wallet=deposit'])
  const other = { ...account, id: 'a2', currency: 'USDT' }
  const away = await show(
    dialog(tournamentEntry, 'race'),
    toEnter({}, [other, { ...poor, status: 2 }], { answer: () => ({ body: poor }) }),
  )
  await away.press('Deposit')
  expect(written(away.calls)).toEqual(['PUT /api/wallet/accounts/a1/switch'])
  expect(away.address).toBe('/?wallet=deposit')
})

// Shows: 1.2.3
test('a refused entry stays open with its reason, and the price is read again', async () => {
  const answer: Answering = ({ route: called }) =>
    called.startsWith('POST')
      ? { status: 409, body: { error: { name: 'bonusIsOpen', message: 'A bonus is open.' } } }
      : { body: called.includes('tournaments') ? tournament : [account] }
  const page = await show(dialog(tournamentEntry, 'race'), toEnter({}, [account], { answer }))
  await page.pass(guardMs)
  await page.press('Pay €10.00 and enter')
  expect(page.text).toContain('A bonus is open.')
  expect(page.find('View your bonuses').getAttribute('href')).toBe('/profile/bonuses')
  expect(page.calls.map(({ route: called }) => called)).toContain('GET /api/retention/tournaments/race')
  await page.press('Not now')
  expect(page.address).toBe('/')
})

// Shows: 1.2.3
test('who has entered can leave, and gets the price back', async () => {
  const answer = () => ({ body: tournament })
  const page = await show(dialog(tournamentEntry, 'race'), toEnter({ isJoined: true }, [account], { answer }))
  await page.pass(guardMs)
  await page.press('Leave and get €10.00 back')
  expect(written(page.calls)).toEqual(['DELETE tournaments/race/entry'])
  expect(page.address).toBe('/')
  const stays = await show(dialog(tournamentEntry, 'race'), toEnter({ isJoined: true }, [account]))
  await stays.press('Stay in')
  expect([written(stays.calls), stays.address]).toEqual([[], '/'])
})

// Shows: 1.2.3
test('a tournament whose entries are closed, that is gone or unreadable says so', async () => {
  const labels = labelsOf('tournaments')
  const closed = toEnter({ buyIn: { ...tournament.buyIn!, isOpen: false } }, [account])
  expect((await show(dialog(tournamentEntry, 'race'), closed)).text).toContain(labels.entriesClosed)
  expect((await show(dialog(tournamentEntry, 'x'), { answer: () => ({ status: 404 }) })).text).toContain(labels.gone)
  const failed = await show(dialog(tournamentEntry, 'x'), { answer: () => ({ status: 500 }) })
  expect(failed.text).toContain(labels.loadFailed)
  expect(failed.text).not.toContain(labels.gone)
  await failed.press('Try again')
  expect(failed.calls.length).toBe(2)
})
