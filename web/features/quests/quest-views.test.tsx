/** Tests of the quest views in all states and locales, rendered from fixtures. */
import { expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import type { PlayerQuest, Quest, QuestTask } from '#contract/quests.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { markupOf, textOf } from '#tests/setup/markup.tsx'
import { QuestLines } from './game-quest-lines.tsx'
import { PastQuests, pastOf, QuestGroups } from './quest-list.tsx'
import { QuestTasks } from './quest-tasks.tsx'
import { RewardList } from './reward-list.tsx'

const task = (part: Partial<QuestTask>): QuestTask => ({
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
  termsVersion: 1,
  playerQuestId: 'run',
  name: 'Harbor week',
  description: 'Step by step.',
  state: 2,
  order: 'sequence',
  tasks: [
    task({ type: 'deposit', progress: 2000, quantity: 2000, isCompleted: true }),
    task({ type: 'stake', progress: 1200, quantity: 2500 }),
    task({ type: 'rounds', games: ['tidepool', 'dice'], isActive: false }),
  ],
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
  maxTimes: 26,
  expectedCost: 100,
  ...part,
})

test('past runs that no card shows are listed with outcome and date', () => {
  const run = (id: string, part: Partial<PlayerQuest>): PlayerQuest => ({
    ...quest(),
    id,
    questId: 'harbor-week',
    finishedAt: '2026-11-20T12:00:00.000Z',
    ...part,
  })
  const runs = [
    run('run', { state: 3 }),
    run('other', { state: 2, finishedAt: null }),
    run('first', { state: 3, name: 'Harbor week' }),
    run('gone', { state: 5, name: 'Old quest' }),
    run('left', { state: 4, name: 'Left quest' }),
  ]
  const past = pastOf(runs, [quest()])
  expect(past.map(({ id }) => id)).toEqual(['first', 'gone', 'left'])
  expect(textOf(<PastQuests quests={past} />)).toMatch(
    /^Earlier quests Harbor week Completed Nov 20.* Old quest Expired Nov 20.* Left quest Cancelled Nov 20/,
  )
  expect(textOf(<PastQuests quests={[]} />)).toBe('')
})

test('the path of tasks shows completed, current and later steps, with progress and a button to play', () => {
  const shown = markupOf(<QuestTasks quest={quest()} />)
  expect([...shown.matchAll(/data-step="(\w+)"/g)].map(([, step]) => step)).toEqual(['done', 'now', 'later'])
  expect(shown).toContain('aria-valuenow="48"')
  const text = textOf(<QuestTasks quest={quest()} />)
  expect(text).toMatch(/Deposit €20.00 Stake €25.00 €12.00 of €25.00 Choose a game Play 20 rounds 0 of 20 Show 2 games/)
})

test('a quest that is not started shows no progress, and each kind of task has a text', () => {
  const tasks = [
    task({ type: 'multiplier', multiplier: 10, quantity: 2 }),
    task({ type: 'games', quantity: 6 }),
    task({ type: 'days', quantity: 3 }),
    task({ type: 'verification', quantity: 1 }),
    task({ type: 'limit', quantity: 1 }),
  ]
  const text = textOf(<QuestTasks quest={quest({ state: 1, order: 'free', tasks })} />)
  expect(text.trim()).toBe(
    'Win 10× your stake or more in 2 rounds Play 6 different games Play 3 days in a row Confirm your identity Set a limit',
  )
})

const states: Array<[string, Partial<Quest>, RegExp]> = [
  ['running', {}, /In progress Harbor week .*€3.00 in cash 1 of 3 tasks Until Nov 27.* Details/],
  ['earned', { state: 3, rewardState: 'earned' }, /Reward ready .* Claim reward Details/],
  ['granted', { state: 3, rewardState: 'granted' }, /Done .* Reward received Details/],
  ['available', { state: 1, canActivate: true, maxTimes: 1 }, /Available .* 7 days to complete it Start quest Details/],
  ['cancelled', { state: 4, canActivate: true, timesCompleted: 2 }, /Available .* Completed 2 of 26 times Start quest/],
  ['expired', { state: 5 }, /Done Harbor week/],
  ['again later', { state: 3, rewardState: 'granted', availableAt: '2026-12-01T12:00:00.000Z' }, /Again from Dec 1/],
]
test.each(states)("%s: the hub shows the quest's state and the possible actions", (_state, part, expected) => {
  expect(textOf(<QuestGroups quests={[quest(part)]} />)).toMatch(expected)
})

test('a game shows only the tasks to which its rounds contribute', () => {
  const lines = (part: Partial<Quest>, gameId = 'dice') => textOf(<QuestLines quests={[quest(part)]} gameId={gameId} />)
  expect(lines({})).toBe('Harbor week Stake €25.00 · €12.00 of €25.00')
  expect(lines({ state: 4 })).toBe('')
  const tasks = [task({ games: ['tidepool'], progress: 3 }), task({ type: 'deposit' }), task({ isCompleted: true })]
  expect([lines({ tasks }), lines({ tasks }, 'tidepool')]).toEqual(['', 'Harbor week Play 20 rounds · 3 of 20'])
})

test('a pending automatic reward has no button to claim it', () => {
  const part = { state: 3, rewardState: 'earned', claim: 'automatic' } as const
  expect(textOf(<QuestGroups quests={[quest(part)]} />)).not.toContain('Claim')
})

test('odds have the format of the locale', () => {
  const bets = quest({ tasks: [task({ type: 'bets', minOdds: '1.50' })] })
  expect(textOf(<QuestTasks quest={bets} />)).toContain('at odds of 1.50')
  expect(textOf(<QuestTasks quest={bets} />, { locale: 'de' })).toContain('ab Quote 1,50')
})

test.each(locales)('in %s every state has a text', (locale) => {
  const rewards: Quest['rewards'] = [
    { kind: 'points', points: 250 },
    { kind: 'offer', bonusId: 'x', name: '10 FS', description: 'Lantern Harbour' },
  ]
  const views = [
    ...states.map(([state, part]) => <QuestGroups key={state} quests={[quest(part)]} />),
    <QuestTasks key="tasks" quest={quest()} />,
    <RewardList key="rewards" rewards={rewards} isLarge />,
  ]
  const text = views.map((view) => textOf(view, { locale })).join(' ')
  expect(text).toContain('10 FS Lantern Harbour')
  // A missing label is shown as its key.
  const keys = Object.keys(labelsOf('quests'))
  const inCamelCase = keys.filter((key) => /[A-Z_]/.test(key))
  expect(inCamelCase.filter((key) => new RegExp(`\\b${key}\\b`).test(text))).toEqual([])
})
