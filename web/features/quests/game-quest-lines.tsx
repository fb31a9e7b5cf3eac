/** One line for each task to which rounds of the game contribute, with a link to its quest. */
import type { Quest, QuestTask } from '#contract/quests.ts'
import { useApi } from '../../api/use-api.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { Progress } from '../../design/progress/progress.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { useActiveAccount } from '../wallet/accounts.ts'
import { taskIcon } from './quest-emblem.tsx'
import { activeRequest, questsRoute } from './store.ts'
import { progressText, taskText } from './task-text.ts'
import styles from './quests.module.css'

const maxLines = 3

export default function GameQuestLines({ gameId }: { gameId: string }) {
  const currency = useActiveAccount()?.currency
  const { data = [] } = useApi(questsRoute, activeRequest(currency ?? ''), { enabled: currency !== undefined })
  return <QuestLines quests={data} gameId={gameId} />
}

export function QuestLines({ quests, gameId }: { quests: Quest[]; gameId: string }) {
  const t = useLabels('quests')
  const money = useMoney()
  const { locale } = useVisitor()
  const lines = linesOf(quests, gameId)
  if (lines.length === 0) return null
  return (
    <section className={styles.lines} aria-label={t('title')}>
      <ul>
        {lines.slice(0, maxLines).map(({ quest, task }) => {
          const text = taskText({ t, money, locale }, task)
          const progress = progressText(t, money, task)
          return (
            <li key={task.id}>
              <Icon name={taskIcon(task.type)} size={20} />
              <ModalLink modal="quest-tasks" value={quest.id}>
                {quest.name}
              </ModalLink>
              <span>
                {text} {progress && <bdi>·&nbsp;{progress}</bdi>}
              </span>
              <Progress percent={(task.progress / task.quantity) * 100} label={`${quest.name}: ${text}`} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The tasks to which rounds of the game contribute. */
export function linesOf(quests: Quest[], gameId: string): Array<{ quest: Quest; task: QuestTask }> {
  return quests.flatMap((quest) => quest.tasks.filter(isAdvancedBy(gameId, quest)).map((task) => ({ quest, task })))
}

const played = new Set(['stake', 'rounds', 'multiplier', 'games', 'days'])

function isAdvancedBy(gameId: string, { state }: Quest): (task: QuestTask) => boolean {
  return ({ type, isActive, isCompleted, games }) =>
    state === 2 && isActive && !isCompleted && played.has(type) && (games === null || games.includes(gameId))
}
