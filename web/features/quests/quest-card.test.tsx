import { expect, test } from 'vitest'
import type { Quest, QuestTask } from '#contract/quests.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { views } from '#tests/setup/hook.tsx'
import { QuestCard } from './quest-card.tsx'

const show = views()
const words = labelsOf('quests')
const task: QuestTask = {
  id: 'run:1',
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
}
const quest = (part: Partial<Quest> = {}): Quest => ({
  id: 'harbor-week',
  termsVersion: 4,
  playerQuestId: 'run',
  name: 'Harbor week',
  description: 'Step by step.',
  state: 2,
  order: 'sequence',
  tasks: [task],
  rewards: [],
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
const again = '2026-12-01T12:00:00.000Z'
const offered: Partial<Quest> = { state: 1, canActivate: true, expiresAt: null }

// Shows: 3.22.1
test.each<[string, Partial<Quest>, Partial<Quest>]>([
  [words.until!, {}, { state: 3 }],
  [words.until!, {}, { expiresAt: null }],
  ['7 days to complete it', offered, {}],
  ['Up to 3 times', { ...offered, maxTimes: 3 }, { maxTimes: 3 }],
  ['Completed 1 of 3 times', { ...offered, maxTimes: 3, timesCompleted: 1 }, { ...offered, maxTimes: 3 }],
  ['Up to', { ...offered, maxTimes: 2 }, offered],
  [words.again!, { state: 3, availableAt: again }, { ...offered, availableAt: again }],
  [words.received!, { state: 3, rewardState: 'granted' }, { state: 3, rewardState: 'earned' }],
  [words.received!, { state: 3, rewardState: 'granted' }, { state: 4, rewardState: 'granted' }],
  [words.collect!, { state: 3, rewardState: 'earned' }, { state: 3, rewardState: 'granted' }],
  [words.collect!, { state: 3, rewardState: 'earned' }, { state: 3, rewardState: 'earned', claim: 'automatic' }],
  ['0 of 1 task', {}, offered],
])('the card says %s of %j, but not of %j', async (text, part, other) => {
  expect((await show(<QuestCard quest={quest(part)} />)).text).toContain(text)
  expect((await show(<QuestCard quest={quest(other)} />)).text).not.toContain(text)
})

// Shows: 4.11.1
test('a quest is started on its card, or says why not; the details and the reward are dialogs', async () => {
  const page = await show(<QuestCard quest={quest(offered)} />, {
    answer: ({ route }) => (route.startsWith('PUT') ? { status: 409, body: { error: { message: 'Not now' } } } : {}),
  })
  await page.press(words.start!)
  expect(page.calls[0]!.route).toBe('PUT /api/retention/quests/harbor-week/activate?termsVersion=4')
  expect(page.text).toContain('Not now')
  expect(page.find('Details of Harbor week').getAttribute('href')).toBe('/?quest-tasks=harbor-week')
  const earned = await show(<QuestCard quest={quest({ state: 3, rewardState: 'earned' })} />)
  expect(earned.has(words.start!)).toBe(false)
  expect(earned.find(words.collect!).getAttribute('href')).toBe('/?quest-rewards=harbor-week')
})
