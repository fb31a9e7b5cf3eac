/** All quests of the player, in groups: reward to claim, running, available, and over. */
import type { PlayerQuest, Quest } from '#contract/quests.ts'
import { useApi } from '../../api/use-api.ts'
import { When } from '../../design/when/when.tsx'
import { Empty, Failed } from '../../design/empty/empty.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { useLabels } from '../../render/labels.tsx'
import { QuestCard } from './quest-card.tsx'
import styles from './quests.module.css'
import { playerQuestsRoute } from './store.ts'
import { useQuests } from './use-quests.ts'

const groups = ['earned', 'running', 'offered', 'over'] as const

function groupOf({ state, rewardState, canActivate }: Quest): (typeof groups)[number] {
  if (rewardState === 'earned') return 'earned'
  if (state === 2) return 'running'
  return canActivate ? 'offered' : 'over'
}

export function QuestList() {
  const t = useLabels('quests')
  const { data, isPending, isError, refetch } = useQuests()
  const { data: started = [] } = useApi(playerQuestsRoute, undefined, { refetchOnMount: 'always' })
  return (
    <>
      {isError && !data && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {isPending && !isError && <Skeleton height={420} radius="l" />}
      {data?.length === 0 && (
        <Empty icon="compass" title={t('none')}>
          {t('noneText')}
        </Empty>
      )}
      {data && <QuestGroups quests={data} />}
      {data && <PastQuests quests={pastOf(started, data)} />}
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

/** Returns finished runs that no card shows: earlier runs of a quest, and runs of quests that are no longer offered. */
export function pastOf(started: PlayerQuest[], quests: Quest[]): PlayerQuest[] {
  const shown = new Set(quests.map(({ playerQuestId }) => playerQuestId))
  return started.filter(({ id, state, finishedAt }) => state !== 2 && finishedAt && !shown.has(id))
}

/** Maps states to labels: completed, cancelled, expired, or ended with the quest (specification, section 3). */
const endings: Record<number, 'endedCompleted' | 'endedCancelled' | 'endedExpired'> = {
  3: 'endedCompleted',
  4: 'endedCancelled',
  5: 'endedExpired',
  6: 'endedExpired',
}

export function PastQuests({ quests }: { quests: PlayerQuest[] }) {
  const t = useLabels('quests')
  if (quests.length === 0) return null
  return (
    <section className={styles.group}>
      <h2>{t('past')}</h2>
      <ul className={styles.past}>
        {quests.map(({ id, name, state, finishedAt }) => (
          <li key={id}>
            <span>{name}</span>
            <span>
              {t(endings[state] ?? 'endedExpired')} <When at={finishedAt!} form="short" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
