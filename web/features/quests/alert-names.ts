/** The alert for a pushed quest or task (specification, section 4); null for none. */
import type { Quest, QuestTask } from '#contract/quests.ts'

/** A completed quest has its own alert, and so has one that has expired, of its own time (5) or of the quest's end (6). */
export function questAlert({ state }: Pick<Quest, 'state'>): string {
  if (state === 3) return 'questCompleted'
  return state === 5 || state === 6 ? 'questExpired' : 'questUpdated'
}

export function taskAlert({
  isActive,
  progress,
  quantity,
}: Pick<QuestTask, 'isActive' | 'progress' | 'quantity'>): string | null {
  return isActive && progress === quantity ? 'taskCompleted' : null
}
