/** The tasks of a quest as a path of completed, current and later steps. */
import type { Quest, QuestTask } from '#contract/quests.ts'
import { buttonClass, ButtonLink } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { Progress } from '../../design/progress/progress.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { taskIcon } from './quest-emblem.tsx'
import { progressText, taskText } from './task-text.ts'
import styles from './quests.module.css'

export function QuestTasks({ quest }: { quest: Quest }) {
  return (
    <ol className={styles.path} data-order={quest.order}>
      {quest.tasks.map((task, index) => (
        <li key={task.id} data-step={stepOf(task)}>
          <span className={styles.node}>
            <Icon name={task.isCompleted ? 'check' : taskIcon(task.type)} size={18} />
          </span>
          <Task quest={quest} task={task} position={index} />
        </li>
      ))}
    </ol>
  )
}

const stepOf = ({ isCompleted, isActive }: QuestTask) => (isCompleted ? 'done' : isActive ? 'now' : 'later')

function Task({ quest, task, position }: { quest: Quest; task: QuestTask; position: number }) {
  const t = useLabels('quests')
  const money = useMoney()
  const { locale } = useVisitor()
  const text = taskText({ t, money, locale }, task)
  const progress = progressText(t, money, task)
  const isRunning = quest.state === 2 && task.isActive && !task.isCompleted
  return (
    <div className={styles.task}>
      <h3>{text}</h3>
      {task.minStake !== null && <p>{t('minStake', { amount: money(task.minStake, task.currency) })}</p>}
      {progress && quest.state !== 1 && !task.isCompleted && (
        <>
          <p className={styles.count}>
            <bdi>{progress}</bdi>
          </p>
          <Progress percent={(task.progress / task.quantity) * 100} label={`${text}: ${progress}`} />
        </>
      )}
      {isRunning && <TaskLink quest={quest} task={task} position={position} />}
      {!isRunning && task.games && (
        <ModalLink
          modal="quest-task-games"
          value={`${quest.id}:${position}`}
          className={buttonClass}
          data-tone="plain"
          data-size="s"
        >
          {t('showGames', { count: task.games.length })}
        </ModalLink>
      )}
    </div>
  )
}

/** The button that leads to where the task can be done. */
function TaskLink({ quest, task, position }: { quest: Quest; task: QuestTask; position: number }) {
  const t = useLabels('quests')
  if (task.type === 'verification')
    return (
      <ButtonLink to="/profile/verification" size="s">
        {t('toVerification')}
      </ButtonLink>
    )
  if (task.type === 'limit')
    return (
      <ButtonLink to="/profile/limits" size="s">
        {t('toLimits')}
      </ButtonLink>
    )
  const [modal, value, texts] =
    task.type === 'deposit'
      ? (['wallet', 'deposit', t('toDeposit')] as const)
      : (['quest-task-games', `${quest.id}:${position}`, t('chooseGame')] as const)
  return (
    <ModalLink modal={modal} value={value} className={buttonClass} data-tone="quiet" data-size="s">
      {texts}
    </ModalLink>
  )
}
