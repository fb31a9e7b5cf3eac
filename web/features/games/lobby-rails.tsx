/** The lobby's games: few are one grid, many are rails in the order of the collections. From one catalogue query. */
import type { Game } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'
import { Empty } from '../../design/empty/empty.tsx'
import type { IconName } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { GameGrid, GridSkeleton } from './grid.tsx'
import { GameRail } from './game-rail.tsx'
import styles from './lobby-rails.module.css'

/** Up to this many games every rail would repeat the same ones. */
const mostForGrid = 40
/** Two rails up to this length share a row on wide screens. */
const mostForHalf = 3

export function LobbyRails({ games }: { games: Game[] | undefined }) {
  const t = useLabels('lobby')
  const { data: collections = [] } = useApi('GET /api/game/collections')
  if (!games) return <GridSkeleton count={8} isLarge />
  if (games.length === 0)
    return (
      <Empty icon="gamepad" title={t('noGamesTitle')}>
        {t('noGamesText')}
      </Empty>
    )
  if (games.length <= mostForGrid) return <FewGames games={games} />
  const rails = collections
    .map((collection) => ({
      ...collection,
      games: games.filter((game) => game.collections.includes(collection.identity)),
    }))
    .filter((rail) => rail.games.length > 0)
  return (
    <div className={styles.rails}>
      {rails.map(({ identity, name, icon, games: members }, index) => (
        <div key={identity} className={styles.row} data-half={members.length <= mostForHalf || undefined}>
          <GameRail
            id={identity}
            title={name}
            icon={icon as IconName}
            to={`/categories/${identity}`}
            games={members}
            isEager={index === 0}
          />
        </div>
      ))}
    </div>
  )
}

function FewGames({ games }: { games: Game[] }) {
  const t = useLabels('lobby')
  const fresh = games.filter(({ isNew }) => isNew)
  return (
    <>
      <section aria-labelledby="all-games">
        <h2 id="all-games" className={styles.title}>
          {t('allGames')}
        </h2>
        <GameGrid games={games} isLarge />
      </section>
      {fresh.length > 0 && <GameRail id="new" title={t('new')} icon="star" games={fresh} />}
    </>
  )
}
