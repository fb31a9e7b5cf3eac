/** Handles pushed quests. The handlers load with the first push, because most visitors have no quest. */
import type { Live } from '../../live/live.ts'
import type { Navigator } from '../../render/navigate.ts'

export function followQuests(live: Live, navigator: Navigator): void {
  const pushes = () => import('./pushes.ts')
  live.on('retention:quests', 'quest.updated', (quest) => {
    void pushes().then(({ onQuest }) => onQuest(navigator, quest))
  })
  live.on('retention:quests', 'quest.task.updated', (task) => {
    void pushes().then(({ onTask }) => onTask(navigator, task))
  })
  live.onUnrecovered('retention:quests', () => {
    void pushes().then(({ onGap }) => onGap(navigator))
  })
}
