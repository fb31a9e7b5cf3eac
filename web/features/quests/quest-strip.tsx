/**
 * A line below a game with the first task to which its rounds contribute. It stays when the task is completed, so that
 * the game does not move.
 */
import { useState } from 'react'
import type { Quest } from '#contract/quests.ts'
import { useApi } from '../../api/use-api.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { Progress } from '../../design/progress/progress.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { useActiveAccount } from '../wallet/accounts.ts'
import { linesOf } from './game-quest-lines.tsx'
import { taskIcon } from './quest-emblem.tsx'
import styles from './quest-strip.module.css'
import { activeRequest, questsRoute } from './store.ts'
import { progressText, taskText } from './task-text.ts'

export default function QuestStrip({ gameId }: { gameId: string }) {
  const currency = useActiveAccount()?.currency
  const { data = [], isPending } = useApi(questsRoute, activeRequest(currency ?? ''), {
    enabled: currency !== undefined,
  })
  // The line keeps its room while it loads.
  return isPending ? <div className={styles.strip} /> : <QuestStripView quests={data} gameId={gameId} />
}

export function QuestStripView({ quests, gameId }: { quests: Quest[]; gameId: string }) {
  const t = useLabels('quests')
  const money = useMoney()
  const { locale } = useVisitor()
  const [line] = linesOf(quests, gameId)
  const [last, setLast] = useState(line)
  if (line && (line.quest !== last?.quest || line.task !== last?.task)) setLast(line)
  const shown = line ?? last
  if (!shown) return null
  const { quest, task } = shown
  const isDone = line === undefined
  const progress = progressText(t, money, isDone ? { ...task, progress: task.quantity } : task)
  return (
    <div className={styles.strip}>
      <ModalLink modal="quest-tasks" value={quest.id} className={styles.line}>
        <Icon name={isDone ? 'check-circle' : taskIcon(task.type)} size={18} />
        <span className={styles.name}>{quest.name}</span>
        <bdi>{progress ?? taskText({ t, money, locale }, task)}</bdi>
      </ModalLink>
      <span className={styles.bar}>
        <Progress
          percent={isDone ? 100 : (task.progress / task.quantity) * 100}
          label={`${quest.name}: ${taskText({ t, money, locale }, task)}`}
        />
      </span>
    </div>
  )
}
