/** A quest with its tasks, terms and actions. The value of the query key is the id of the quest. */
import { useState } from 'react'
import type { Quest } from '#contract/quests.ts'
import type { ModalModule, ModalProps } from '../modals.ts'
import { Button } from '../design/button/button.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { Icon } from '../design/icon/icon.tsx'
import { useMoney } from '../design/money/money.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { When } from '../design/when/when.tsx'
import { QuestTasks } from '../features/quests/quest-tasks.tsx'
import { RewardList } from '../features/quests/reward-list.tsx'
import { useQuest, useQuestActions } from '../features/quests/use-quests.ts'
import styles from '../features/quests/quests.module.css'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

function QuestTasksModal({ value }: ModalProps) {
  const t = useLabels('quests')
  const { quest, isPending, isError, again } = useQuest(value)
  if (!quest)
    return (
      <>
        <ModalTitle>{t('quest')}</ModalTitle>
        <ModalBody>
          {isError ? (
            <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={again} />
          ) : isPending ? (
            <Spinner label={t('loading')} />
          ) : (
            <Empty icon="compass" title={t('gone')}>
              {t('goneText')}
            </Empty>
          )}
        </ModalBody>
      </>
    )
  return (
    <>
      <ModalTitle description={quest.description}>{quest.name}</ModalTitle>
      <ModalBody>
        <QuestTasks quest={quest} />
        <RewardList rewards={quest.rewards} />
        <Terms quest={quest} />
      </ModalBody>
      <Actions quest={quest} />
    </>
  )
}

/** The terms of the quest, shown before and after its start. */
function Terms({ quest }: { quest: Quest }) {
  const t = useLabels('quests')
  const money = useMoney()
  const { tasks, expectedCost, order, currency } = quest
  const isPlayed = tasks.some(({ type }) => !['deposit', 'verification', 'limit'].includes(type))
  const facts = [
    order === 'sequence' && tasks.length > 1 && t('inSequence'),
    (quest.state === 1 || quest.canActivate) && t('daysToComplete', { days: quest.days }),
    isPlayed && t('ownMoney'),
    tasks.some(({ type }) => type === 'days') && t('daysAreUtc'),
    expectedCost !== null && t('expectedCost', { amount: money(expectedCost, currency) }),
    quest.maxTimes > 1 &&
      t(quest.timesCompleted > 0 ? 'times' : 'upTo', { done: quest.timesCompleted, max: quest.maxTimes }),
    t(quest.claim === 'player' ? 'byClaim' : 'byItself'),
  ].filter((fact) => fact !== false)
  return (
    <ul className={styles.facts}>
      {quest.state === 2 && quest.expiresAt && (
        <li>
          <Icon name="clock" size={18} />
          <span>
            {t('until')} <When at={quest.expiresAt} form="short" />
          </span>
        </li>
      )}
      {facts.map((fact) => (
        <li key={fact}>
          <Icon name="info" size={18} />
          <span>{fact}</span>
        </li>
      ))}
    </ul>
  )
}

function Actions({ quest }: { quest: Quest }) {
  const t = useLabels('quests')
  const modal = useModal()
  const { isBusy, refusal, start, cancel } = useQuestActions()
  const [isAsking, setAsking] = useState(false)
  const close = () => modal.close('quest-tasks')
  const isEarned = quest.rewardState === 'earned' && quest.claim === 'player'
  return (
    <ModalActions>
      {refusal && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      {isAsking && quest.state === 2 ? (
        <>
          <p role="alert">{t('cancelSure')}</p>
          <Button
            tone="danger"
            size="l"
            isWide
            isBusy={isBusy}
            onClick={() => void cancel(quest).then(() => setAsking(false))}
          >
            {t('cancelQuest')}
          </Button>
          <Button size="l" isWide onClick={() => setAsking(false)}>
            {t('goOn')}
          </Button>
        </>
      ) : (
        <>
          {isEarned && (
            <Button
              tone="primary"
              size="l"
              isWide
              onClick={() => modal.open('quest-rewards', quest.id, { instead: 'quest-tasks' })}
            >
              {t('collect')}
            </Button>
          )}
          {quest.canActivate && (
            <Button tone="primary" size="l" isWide isBusy={isBusy} onClick={() => void start(quest)}>
              {t('start')}
            </Button>
          )}
          {quest.state === 2 && (
            <Button tone="plain" isWide onClick={() => setAsking(true)}>
              {t('cancelQuest')}
            </Button>
          )}
          {!quest.canActivate && !isEarned && quest.state !== 2 && (
            <Button size="l" isWide onClick={close}>
              {t('close')}
            </Button>
          )}
        </>
      )}
    </ModalActions>
  )
}

export const modal: ModalModule = { View: QuestTasksModal, labels: ['quests'] }
