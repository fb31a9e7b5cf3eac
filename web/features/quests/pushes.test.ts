import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import type { Quest, QuestTask } from '#contract/quests.ts'
import { contentOf } from '#tests/setup/content.ts'
import { current, dismissToast } from '../../design/toast/toast-store.ts'
import type { Live } from '../../live/live.ts'
import type { Navigator } from '../../render/navigate.ts'
import { runningRounds } from '../wallet/running-rounds.ts'
import { followQuests } from './live.ts'
import { onQuest, onTask } from './pushes.ts'

function page() {
  const labels = { load: async () => undefined, translator: () => (key: string) => key }
  const fetch = async () => ({ quests: contentOf('alerts/quests') })
  onTestFinished(async () => {
    for (const { id } of current()) dismissToast(id)
    // Other test files in this worker use the same store.
    await expect.poll(current).toEqual([])
  })
  return { loader: { client: new QueryClient(), fetch, labels }, visitor: { locale: 'en' } } as unknown as Navigator
}
const titles = () => current().map(({ title }) => title)

// Shows: 4.11.2, 4.11.3
test('a changed quest is announced as updated, completed or expired, and a task when it is complete', async () => {
  const navigator = page()
  const quest = (id: string, state: number) =>
    onQuest(navigator, { id, name: id, state, tasks: [] } as unknown as Quest)
  const texts = contentOf('alerts/quests') as Record<string, { title: string }>
  const expected = (...names: string[]) => names.map((name) => texts[name]!.title)
  await quest('a', 2)
  await quest('b', 3)
  await quest('c', 5)
  expect(titles()).toEqual(expected('questUpdated', 'questCompleted', 'questExpired'))
  const task = { id: 'a:0', questId: 'a', type: 'rounds', isActive: true, quantity: 3, games: null } as QuestTask
  await onTask(navigator, { ...task, progress: 2 })
  expect(titles()).toHaveLength(3)
  await onTask(navigator, { ...task, progress: 3 })
  expect(titles().slice(3)).toEqual(expected('taskCompleted'))
})

// Shows: 4.11.2
test('a pushed quest or task replaces the older one in every list, and the lists are read again after a quest', async () => {
  const navigator = page()
  const { client } = navigator.loader
  const task = { id: 'a:0', questId: 'p', type: 'rounds', isActive: false, quantity: 3, progress: 1, version: 1 }
  const quest = { id: 'a', playerQuestId: 'p', name: 'a', state: 2, order: 'free', version: 1, tasks: [task] }
  const lists = [
    ['GET /api/retention/quests', null, null],
    ['GET /api/retention/quests', null, { state: [2], currency: 'EUR' }],
  ]
  for (const key of lists) client.setQueryData(key, [quest])
  const own = ['GET /api/retention/player-quests', null, null]
  client.setQueryData(own, [])
  const shown = () =>
    lists.map((key) => client.getQueryData<Quest[]>(key)!.map(({ version, tasks }) => [version, tasks[0]!.progress]))
  await onTask(navigator, { ...task, progress: 2, version: 2 } as unknown as QuestTask)
  expect(shown()).toEqual([[[1, 2]], [[1, 2]]])
  await onTask(navigator, { ...task, progress: 1, version: 1 } as unknown as QuestTask)
  expect(shown()).toEqual([[[1, 2]], [[1, 2]]])
  const isStale = () => [...lists, own].map((key) => client.getQueryState(key)!.isInvalidated)
  expect(isStale()).toEqual([false, false, false])
  const changed = { ...quest, version: 2, tasks: [{ ...task, progress: 3, version: 3 }] }
  await onQuest(navigator, changed as unknown as Quest)
  expect(shown()).toEqual([[[2, 3]], [[2, 3]]])
  expect(isStale()).toEqual([true, true, true])
})

/** What the channel of quests would push to `navigator`: `quest.updated` with a quest, `gap` when events were missed. */
function channel(navigator: Navigator) {
  const handlers = new Map<string, (pushed?: object) => void>()
  const live = {
    on: (channel: string, event: string, handler: (pushed?: object) => void) =>
      handlers.set(`${channel} ${event}`, handler),
    onUnrecovered: (channel: string, handler: () => void) => handlers.set(`${channel} gap`, handler),
  }
  followQuests(live as unknown as Live, navigator)
  onTestFinished(() => runningRounds.set(false))
  return (event: string, pushed?: object) => handlers.get(`retention:quests ${event}`)!(pushed)
}
const quests = contentOf('alerts/quests') as Record<string, { title: string }>
const alerts = () => current().map(({ title, description }) => [title, description])
const fullTask = { questId: 'q', type: 'rounds', isActive: true, quantity: 3, progress: 3 }

// Shows: 4.11.2, 4.11.3
test.each([
  ['quest.updated', { id: 'q', name: 'Harbor week', state: 6, tasks: [] }, 'questExpired', 'Harbor week'],
  ['quest.task.updated', fullTask, 'taskCompleted', 'task_rounds'],
])('%s is announced, but not while a round runs', async (event, pushed, alert, name) => {
  const push = channel(page())
  runningRounds.set(true)
  push(event, pushed)
  // The handlers are loaded with the first push.
  await import('./pushes.ts')
  await new Promise(setImmediate)
  expect(alerts()).toEqual([])
  runningRounds.set(false)
  await expect.poll(alerts).toEqual([[quests[alert]!.title, name]])
})

test('after events were missed, the lists are read again', async () => {
  const navigator = page()
  const push = channel(navigator)
  const { client } = navigator.loader
  const lists = [
    ['GET /api/retention/quests', null, null],
    ['GET /api/retention/player-quests', null, null],
  ]
  for (const key of lists) client.setQueryData(key, [])
  push('gap')
  await expect.poll(() => lists.map((key) => client.getQueryState(key)!.isInvalidated)).toEqual([true, true])
})
