/**
 * The games that count for a task. The value of the query key is the quest and the task's position: `harbor-week:2`.
 */
import { useState } from 'react'
import type { ModalModule, ModalProps } from '../modals.ts'
import { useApi } from '../api/use-api.ts'
import { Button } from '../design/button/button.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { useMoney } from '../design/money/money.tsx'
import { GameGrid, GridSkeleton } from '../features/games/grid.tsx'
import { pageSize } from '../features/games/requests.ts'
import { countedGames } from '../features/quests/counted-games.ts'
import { taskText } from '../features/quests/task-text.ts'
import { useQuest } from '../features/quests/use-quests.ts'
import { useLabels } from '../render/labels.tsx'
import { useVisitor } from '../render/router.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'

function QuestTaskGames({ value }: ModalProps) {
  const t = useLabels('quests')
  const money = useMoney()
  const { locale } = useVisitor()
  const [id = '', position = ''] = value.split(':')
  const { quest, isPending, isError, again } = useQuest(id)
  const task = quest?.tasks[Number(position)]
  const games = task?.games ?? null
  const [pages, setPages] = useState(1)
  // If all games count, the first page of the catalogue has their number.
  const { data: first } = useApi('GET /api/game/games', countedGames(games, 1), { enabled: task !== undefined })
  const total = games?.length ?? first?.meta.total ?? 0
  if (!task)
    return (
      <>
        <ModalTitle>{t('quest')}</ModalTitle>
        <ModalBody>
          {isError ? (
            <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={again} />
          ) : isPending ? (
            <GridSkeleton count={6} />
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
      <ModalTitle description={taskText({ t, money, locale }, task)}>
        {games ? t('gamesThatCount') : t('allGamesCount')}
      </ModalTitle>
      <ModalBody>
        {Array.from({ length: pages }, (_, index) => (
          <Games key={index} games={games} page={index + 1} />
        ))}
      </ModalBody>
      {total > pages * pageSize && (
        <ModalActions>
          <Button isWide onClick={() => setPages(pages + 1)}>
            {t('moreGames')}
          </Button>
        </ModalActions>
      )}
    </>
  )
}

function Games({ games, page }: { games: string[] | null; page: number }) {
  const t = useLabels('quests')
  const { data, isError, refetch } = useApi('GET /api/game/games', countedGames(games, page))
  if (isError) return <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />
  return data ? <GameGrid games={data.data} /> : <GridSkeleton count={6} />
}

export const modal: ModalModule = { View: QuestTaskGames, labels: ['quests', 'lobby'] }
