/** The reward of a completed quest, with a button to claim it. The value of the query key is the id of the quest. */
import type { ModalModule, ModalProps } from '../modals.ts'
import { Button } from '../design/button/button.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { RewardList } from '../features/quests/reward-list.tsx'
import { useQuest, useQuestActions } from '../features/quests/use-quests.ts'
import styles from '../features/quests/quests.module.css'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

function QuestRewards({ value }: ModalProps) {
  const t = useLabels('quests')
  const modal = useModal()
  const { quest, isPending, isError, again } = useQuest(value)
  const { isBusy, refusal, claim } = useQuestActions()
  const isEarned = quest?.rewardState === 'earned'
  const isOwn = isEarned && quest.claim === 'player'
  return (
    <>
      <ModalTitle description={quest && t(descriptionOf(quest.rewardState, quest.claim), { name: quest.name })}>
        {t('reward')}
      </ModalTitle>
      <ModalBody>
        {isError && !quest && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={again} />}
        {isPending && !isError && <Spinner label={t('loading')} />}
        {!isPending && !isError && !quest && (
          <Empty icon="compass" title={t('gone')}>
            {t('goneText')}
          </Empty>
        )}
        {quest && <RewardList rewards={quest.rewards} isLarge />}
      </ModalBody>
      <ModalActions>
        {refusal && (
          <p role="alert" className={styles.refusal}>
            {refusal}
          </p>
        )}
        {isOwn ? (
          <Button tone="primary" size="l" isWide isBusy={isBusy} onClick={() => void claim(quest)}>
            {t('collect')}
          </Button>
        ) : (
          <Button size="l" isWide onClick={() => modal.close('quest-rewards')}>
            {t('close')}
          </Button>
        )}
      </ModalActions>
    </>
  )
}

function descriptionOf(state: 'locked' | 'earned' | 'granted', claim: 'player' | 'automatic'): string {
  if (state === 'locked') return 'rewardLocked'
  if (state === 'granted') return 'rewardGranted'
  return claim === 'player' ? 'rewardEarned' : 'rewardOnItsWay'
}

export const modal: ModalModule = { View: QuestRewards, labels: ['quests'] }
