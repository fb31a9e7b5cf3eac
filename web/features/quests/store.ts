/** Updates quests in all cached lists after pushes and calls. */
import type { QueryClient } from '@tanstack/react-query'
import type { Quest, QuestTask } from '#contract/quests.ts'
import { invalidate } from '../../api/use-api.ts'

export const questsRoute = 'GET /api/retention/quests'
export const playerQuestsRoute = 'GET /api/retention/player-quests'
/** The request for active quests, as used on the page of a game. */
export const activeRequest = (currency: string) => ({ query: { state: [2], currency } })

/** Replaces older versions of a quest. Whether it still belongs in a filtered list is decided by the next read. */
export function putQuest(client: QueryClient, quest: Quest): void {
  changeLists(client, (cached) =>
    cached.map((other) => (other.id === quest.id && other.version < quest.version ? quest : other)),
  )
}

export function putTask(client: QueryClient, task: QuestTask): void {
  changeLists(client, (cached) =>
    cached.map((quest) => {
      if (quest.playerQuestId !== task.questId) return quest
      const isNewer = quest.tasks.some(({ id, version }) => id === task.id && version < task.version)
      return isNewer ? { ...quest, tasks: withTask(quest, task) } : quest
    }),
  )
}

/** Replaces a task. In a sequence the first incomplete task becomes active. */
function withTask({ tasks, order }: Quest, task: QuestTask): QuestTask[] {
  const updated = tasks.map((other) => (other.id === task.id ? task : other))
  if (order === 'free') return updated
  const first = updated.findIndex(({ isCompleted }) => !isCompleted)
  return updated.map((other, index) => ({ ...other, isActive: other.isCompleted || index === first }))
}

export const readQuestsAgain = (client: QueryClient): Promise<void> =>
  invalidate(client, questsRoute, playerQuestsRoute)

function changeLists(client: QueryClient, change: (cached: Quest[]) => Quest[]): void {
  client.setQueriesData<Quest[]>({ queryKey: [questsRoute] }, (cached) => cached && change(cached))
}
