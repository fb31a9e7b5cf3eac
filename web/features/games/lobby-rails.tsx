/** The games of the lobby: one grid if there are few, otherwise rails in the order of the collections. */
import type { Game, Lobby } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'
import { Empty } from '../../design/empty/empty.tsx'
import type { IconName } from '../../design/icon/icon.tsx'
import { below } from '../../render/below.ts'
import { HydrateInOrder } from '../../render/hydrate-in-order.tsx'
import { useLabels } from '../../render/labels.tsx'
import { GameGrid, GridSkeleton } from './grid.tsx'
import { GameRail } from './game-rail.tsx'
import styles from './lobby-rails.module.css'

/** Two rails up to this length share a row on wide screens. */
const maxForHalfWidth = 3
/** More rails than any phone shows without scrolling. */
const shownFirst = 3
/** The number of tiles that are hydrated together. */
const tilesPerBatch = 8

export function LobbyRails({ lobby }: { lobby: Lobby | undefined }) {
  const t = useLabels('lobby')
  const { data: collections = [] } = useApi('GET /api/game/collections')
  if (!lobby) return <GridSkeleton count={8} isLarge />
  const { games, rails: lists } = lobby
  if (games.length === 0)
    return (
      <Empty icon="gamepad" title={t('noGamesTitle')}>
        {t('noGamesText')}
      </Empty>
    )
  if (lists.length === 0) return <FewGames games={games} />
  const byId = new Map(games.map((game) => [game.id, game]))
  const rails = collections.flatMap((collection) => {
    const list = lists.find(({ identity }) => identity === collection.identity)
    return list ? [{ ...collection, games: list.games.flatMap((id) => byId.get(id) ?? []) }] : []
  })
  return (
    <div className={styles.rails}>
      <HydrateInOrder
        parts={rails.map(({ identity, name, icon, games: members }, index) => (
          <div
            key={identity}
            className={styles.row}
            data-half={members.length <= maxForHalfWidth || undefined}
            {...(index >= shownFirst && below)}
          >
            <GameRail
              id={identity}
              title={name}
              icon={icon as IconName}
              to={`/categories/${identity}`}
              games={members}
              isEager={index === 0}
              isLate={index >= shownFirst}
            />
          </div>
        ))}
      />
    </div>
  )
}

function FewGames({ games }: { games: Game[] }) {
  const t = useLabels('lobby')
  return (
    <section aria-labelledby="all-games">
      <h2 id="all-games" className={styles.title}>
        {t('allGames')}
      </h2>
      <GameGrid games={games} isLarge batchSize={tilesPerBatch} />
    </section>
  )
}
