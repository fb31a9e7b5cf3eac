import { expect, test } from 'vitest'
import type { Quest, QuestTask } from '#contract/quests.ts'
import { views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import QuestStrip from './quest-strip.tsx'
import { activeRequest, putTask, questsRoute } from './store.ts'

const show = views()
const rounds: QuestTask = {
  id: 'run:rounds',
  questId: 'run',
  type: 'rounds',
  isActive: true,
  isCompleted: false,
  progress: 19,
  quantity: 20,
  currency: 'EUR',
  multiplier: null,
  minStake: null,
  games: ['dice'],
  version: 1,
}
const quest = (tasks: QuestTask[]) =>
  ({ id: 'harbor-week', playerQuestId: 'run', name: 'Harbor week', state: 2, order: 'free', tasks }) as Quest

const strip = (gameId: string, tasks = [rounds]) =>
  show(<QuestStrip gameId={gameId} />, {
    answers: [
      [apiKey('GET /api/wallet/accounts'), [{ currency: 'EUR', status: 1 }]],
      [apiKey(questsRoute, activeRequest('EUR')), [quest(tasks)]],
    ],
  })

test('a game shows the first task that its rounds advance, or nothing', async () => {
  expect((await strip('dice')).text).toContain('Harbor week')
  expect((await strip('dice')).text).toContain('19 of 20')
  expect((await strip('tidepool')).text).toBe('')
})

test('a task that the last round completes stays, so that the game does not move', async () => {
  const view = await strip('dice')
  putTask(view.client, { ...rounds, progress: 20, isCompleted: true, version: 2 })
  await view.pass(1)
  expect(view.text).toContain('20 of 20')
})

test('the next task replaces a completed one', async () => {
  const stake: QuestTask = { ...rounds, id: 'run:stake', type: 'stake', quantity: 25_00, progress: 12_00, games: null }
  const view = await strip('dice', [rounds, stake])
  putTask(view.client, { ...rounds, progress: 20, isCompleted: true, version: 2 })
  await view.pass(1)
  expect(view.text).toContain('€12.00 of €25.00')
})
