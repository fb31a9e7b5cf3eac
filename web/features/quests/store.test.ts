import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { Quest, QuestTask } from '#contract/quests.ts'
import { apiKey } from '../../api/use-api.ts'
import { activeRequest, putQuest, putTask, questsRoute } from './store.ts'

const task = (position: number, part: Partial<QuestTask> = {}): QuestTask => ({
  id: `run:${position}`,
  questId: 'run',
  type: 'rounds',
  isActive: true,
  isCompleted: false,
  progress: 0,
  quantity: 2,
  currency: 'EUR',
  multiplier: null,
  minStake: null,
  games: null,
  version: 1,
  ...part,
})
const quest = (part: Partial<Quest> = {}) =>
  ({ id: 'q', playerQuestId: 'run', order: 'free', state: 2, version: 2, tasks: [task(0), task(1)], ...part }) as Quest

let client: QueryClient
const keys = [apiKey(questsRoute), apiKey(questsRoute, activeRequest('EUR'))]
beforeEach(() => {
  client = new QueryClient()
  for (const key of keys) client.setQueryData(key, [quest()])
})
const cached = () => keys.map((key) => client.getQueryData<Quest[]>(key)![0]!)

test('a pushed task is updated in every list, and an older push changes nothing', () => {
  putTask(client, task(0, { progress: 1, version: 3 }))
  putTask(client, task(0, { progress: 0, version: 2 }))
  expect(cached().map(({ tasks }) => tasks.map(({ progress }) => progress))).toEqual([
    [1, 0],
    [1, 0],
  ])
})

// Shows: 7.5.4
test('activeRequest requests active quests in the currency of the account', () => {
  expect(activeRequest('USD')).toEqual({ query: { state: [2], currency: 'USD' } })
})

test('a task of another quest changes nothing', () => {
  putTask(client, task(0, { questId: 'other', progress: 1, version: 9 }))
  expect(cached()[0]!.tasks[0]!.progress).toBe(0)
})

test('in a sequence the next task becomes active when the previous one is completed', () => {
  const sequence = quest({ order: 'sequence', tasks: [task(0), task(1, { isActive: false })] })
  for (const key of keys) client.setQueryData(key, [sequence])
  putTask(client, task(0, { progress: 2, isCompleted: true, version: 2 }))
  expect(cached()[0]!.tasks.map(({ isActive }) => isActive)).toEqual([true, true])
})

test('a pushed quest replaces an older version only', () => {
  putQuest(client, quest({ state: 3, version: 3 }))
  putQuest(client, quest({ state: 2, version: 1 }))
  expect(cached().map(({ state }) => state)).toEqual([3, 3])
})
