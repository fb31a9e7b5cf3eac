/** The games on which a task counts; the key's value is the quest and the place of its task: `harbor-week:2`. */
import type { ModalModule, ModalProps } from '../../modals.ts'
import { useApi } from '../../api/use-api.ts'
import { Failed } from '../../design/empty/empty.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { GameGrid, GridSkeleton } from '../../features/games/grid.tsx'
import { lobbyGames } from '../../features/games/requests.ts'
import { taskText } from '../../features/quests/task-text.ts'
import { useQuest } from '../../features/quests/use-quests.ts'
import { useLabels } from '../../render/labels.tsx'
import { ModalBody, ModalTitle } from '../modal-frame.tsx'

function QuestTaskGames({ value }: ModalProps) {
  const t = useLabels('quests')
  const money = useMoney()
  const [id = '', place = ''] = value.split(':')
  const { quest } = useQuest(id)
  const task = quest?.tasks[Number(place)]
  const { data, isError, refetch } = useApi('GET /api/game/games', lobbyGames)
  const games = data?.data.filter((game) => !task?.games || task.games.includes(game.id))
  return (
    <>
      <ModalTitle description={task && taskText(t, money, task)}>
        {task?.games ? t('gamesThatCount') : t('allGamesCount')}
      </ModalTitle>
      <ModalBody>
        {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
        {!games && !isError && <GridSkeleton count={6} />}
        {games && <GameGrid games={games} />}
      </ModalBody>
    </>
  )
}

export const modal: ModalModule = { View: QuestTaskGames, labels: ['quests', 'lobby'], width: 'wide' }
