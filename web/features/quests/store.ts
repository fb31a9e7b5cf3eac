/** Quests in the query cache: pushes and answers of calls change every list that shows them. */
import type { QueryClient } from '@tanstack/react-query'
import type { Quest, QuestTask } from '#contract/quests.ts'
import { invalidate } from '../../api/use-api.ts'

export const questsRoute = 'GET /api/retention/quests'
export const playerQuestsRoute = 'GET /api/retention/player-quests'
/** Those that are running, as a game's page asks for them. */
export const activeRequest = (currency: string) => ({ query: { state: [2], currency } })

/** Older versions change nothing. What a list leaves out by its query is settled by its next read. */
export function putQuest(client: QueryClient, quest: Quest): void {
  changeLists(client, (held) =>
    held.map((each) => (each.id === quest.id && each.version < quest.version ? quest : each)),
  )
}

export function putTask(client: QueryClient, task: QuestTask): void {
  changeLists(client, (held) =>
    held.map((quest) => {
      if (quest.playerQuestId !== task.questId) return quest
      const isNewer = quest.tasks.some(({ id, version }) => id === task.id && version < task.version)
      return isNewer ? { ...quest, tasks: putIn(quest, task) } : quest
    }),
  )
}

/** In a sequence the next task becomes active with the one before it. */
function putIn({ tasks, order }: Quest, task: QuestTask): QuestTask[] {
  const moved = tasks.map((each) => (each.id === task.id ? task : each))
  if (order === 'free') return moved
  const first = moved.findIndex(({ isCompleted }) => !isCompleted)
  return moved.map((each, index) => ({ ...each, isActive: each.isCompleted || index === first }))
}

export const readQuestsAgain = (client: QueryClient): Promise<void> =>
  invalidate(client, questsRoute, playerQuestsRoute)

function changeLists(client: QueryClient, change: (held: Quest[]) => Quest[]): void {
  client.setQueriesData<Quest[]>({ queryKey: [questsRoute] }, (held) => held && change(held))
}
