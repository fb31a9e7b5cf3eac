/** The emblem of a quest: an icon in a ring with a segment for each task, which shows its progress. */
import type { CSSProperties } from 'react'
import type { Quest, QuestTaskType } from '#contract/quests.ts'
import { Icon, type IconName } from '../../design/icon/icon.tsx'
import styles from './quest-emblem.module.css'

const icons: Record<QuestTaskType, IconName> = {
  stake: 'coins',
  rounds: 'dice',
  multiplier: 'sparkle',
  games: 'compass',
  days: 'calendar',
  deposit: 'deposit',
  verification: 'check-circle',
  limit: 'shield',
  bets: 'ball',
}
export const taskIcon = (type: QuestTaskType): IconName => icons[type]

const radius = 29
const length = 2 * Math.PI * radius
/** The gap between two segments of the ring. */
const gap = 5

export function QuestEmblem({ quest }: { quest: Pick<Quest, 'tasks' | 'state'> }) {
  const { tasks, state } = quest
  const next = tasks.find(({ isCompleted }) => !isCompleted) ?? tasks[0]!
  const part = length / tasks.length
  const space = tasks.length > 1 ? gap : 0
  return (
    <span className={styles.emblem} data-state={state}>
      <svg viewBox="0 0 64 64" aria-hidden="true">
        {tasks.map((task, index) => (
          <g key={task.id} style={{ '--from': `${-index * part - space / 2}px` } as CSSProperties}>
            <circle className={styles.track} cx={32} cy={32} r={radius} strokeDasharray={`${part - space} ${length}`} />
            {task.progress > 0 && (
              <circle
                className={styles.done}
                cx={32}
                cy={32}
                r={radius}
                strokeDasharray={`${(part - space) * Math.min(1, task.progress / task.quantity)} ${length}`}
                data-completed={task.isCompleted || undefined}
              />
            )}
          </g>
        ))}
      </svg>
      <Icon name={state === 3 ? 'check' : icons[next.type]} size={26} />
    </span>
  )
}
