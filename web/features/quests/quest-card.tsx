/** A quest in the hub: its description, progress, rewards and next step. */
import type { Quest } from '#contract/quests.ts'
import { Button, buttonClass } from '../../design/button/button.tsx'
import { When } from '../../design/when/when.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { QuestEmblem } from './quest-emblem.tsx'
import { RewardList } from './reward-list.tsx'
import { useQuestActions } from './use-quests.ts'
import styles from './quests.module.css'

export function QuestCard({ quest }: { quest: Quest }) {
  const t = useLabels('quests')
  const { isBusy, refusal, start } = useQuestActions()
  const done = quest.tasks.filter(({ isCompleted }) => isCompleted).length
  const isEarned = quest.rewardState === 'earned' && quest.claim === 'player'
  return (
    <article className={styles.card} data-state={quest.state} aria-labelledby={`quest-${quest.id}`}>
      <QuestEmblem quest={quest} />
      <div className={styles.words}>
        <h3 id={`quest-${quest.id}`}>{quest.name}</h3>
        <p>{quest.description}</p>
        <RewardList rewards={quest.rewards} />
        <p className={styles.note}>
          {quest.state === 2 && <span>{t('tasksDone', { done, total: quest.tasks.length })}</span>}
          {quest.state === 2 && quest.expiresAt && (
            <span>
              {t('until')} <When at={quest.expiresAt} form="short" />
            </span>
          )}
          {quest.canActivate && <span>{t('daysToComplete', { days: quest.days })}</span>}
          {quest.canActivate && quest.maxTimes > 1 && (
            <span>
              {t(quest.timesCompleted > 0 ? 'times' : 'upTo', { done: quest.timesCompleted, max: quest.maxTimes })}
            </span>
          )}
          {!quest.canActivate && quest.availableAt && (
            <span>
              {t('again')} <When at={quest.availableAt} form="short" />
            </span>
          )}
          {quest.state === 3 && quest.rewardState === 'granted' && <span>{t('received')}</span>}
        </p>
        {refusal && (
          <p role="alert" className={styles.refusal}>
            {refusal}
          </p>
        )}
        <div className={styles.actions}>
          {isEarned && (
            <ModalLink modal="quest-rewards" value={quest.id} className={buttonClass} data-tone="primary" data-size="s">
              {t('collect')}
            </ModalLink>
          )}
          {quest.canActivate && (
            <Button size="s" isBusy={isBusy} onClick={() => void start(quest)}>
              {t('start')}
            </Button>
          )}
          <ModalLink
            modal="quest-tasks"
            value={quest.id}
            className={buttonClass}
            data-tone={quest.state === 2 ? 'quiet' : 'plain'}
            data-size="s"
            aria-label={t('detailsOf', { name: quest.name })}
          >
            {t('details')}
          </ModalLink>
        </div>
      </div>
    </article>
  )
}
