/** All quests of the player: rewards that wait, what is running, what can be started, what is over. */
import type { Quest } from '#contract/quests.ts'
import type { ModalModule } from '../../modals.ts'
import { Empty, Failed } from '../../design/empty/empty.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { QuestCard } from '../../features/quests/quest-card.tsx'
import { useQuests } from '../../features/quests/use-quests.ts'
import styles from '../../features/quests/quests.module.css'
import { useLabels } from '../../render/labels.tsx'
import { ModalBody, ModalTitle } from '../modal-frame.tsx'

const groups = ['earned', 'running', 'offered', 'over'] as const

function groupOf({ state, rewardState, canActivate }: Quest): (typeof groups)[number] {
  if (rewardState === 'earned') return 'earned'
  if (state === 2) return 'running'
  return canActivate ? 'offered' : 'over'
}

function QuestsHub() {
  const t = useLabels('quests')
  const { data, isPending, isError, refetch } = useQuests()
  return (
    <>
      <ModalTitle description={t('lead')}>{t('title')}</ModalTitle>
      <ModalBody>
        {isError && !data && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
        {isPending && !isError && <Skeleton height={420} radius="l" />}
        {data?.length === 0 && (
          <Empty icon="compass" title={t('none')}>
            {t('noneText')}
          </Empty>
        )}
        {data && <QuestGroups quests={data} />}
      </ModalBody>
    </>
  )
}

export function QuestGroups({ quests }: { quests: Quest[] }) {
  const t = useLabels('quests')
  return groups.map((group) => {
    const of = quests.filter((quest) => groupOf(quest) === group)
    return of.length === 0 ? null : (
      <section key={group} className={styles.group}>
        <h2>{t(group)}</h2>
        <ul>
          {of.map((quest) => (
            <li key={quest.id}>
              <QuestCard quest={quest} />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}

export const modal: ModalModule = { View: QuestsHub, labels: ['quests'], width: 'wide' }
