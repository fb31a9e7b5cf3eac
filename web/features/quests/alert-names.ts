/** Returns the alert for a pushed quest or task (specification, section 4). */
import type { Quest, QuestTask } from '#contract/quests.ts'

/** A quest expires when the player's time is over (5) or the quest itself ends (6). */
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
