import { Suspense } from 'react'
import { useApi } from '../api/use-api.ts'
import { later } from '../render/later.ts'
import { onceNear } from '../render/once-near.ts'
import { defineRoute, query, type RouteInput } from '../render/page.ts'
import { useSearch, useVisitor } from '../render/router.tsx'
import { welcomePage } from '../features/bonuses/welcome-page.ts'
import { CategoriesBar } from '../features/games/categories-bar.tsx'
import { filters } from '../features/games/filters-part.ts'
import { GuestHero } from '../features/games/lobby-hero.tsx'
import { LobbyRails } from '../features/games/lobby-rails.tsx'
import { GridSkeleton } from '../features/games/grid.tsx'
import { lifeId, lifeQueries } from '../features/games/life.ts'
import { isFiltered, resultsQuery, tileQueries } from '../features/games/requests.ts'
import { matchesQuery } from '../features/sports/found-matches-query.ts'
import { organization } from '../features/games/structured-data.ts'
import { playerPart } from '../shell/player-part.ts'
import styles from './index.module.css'

/** The id of the title of the live feed (web/features/games/live-bets.tsx). */
const liveBetsId = 'live-bets'

const found = later('features/games/found-games.tsx', () => import('../features/games/found-games.tsx'))
const atInteraction = () => onceNear(liveBetsId)
const offer = later(
  'features/bonuses/guest-offer.tsx',
  () => import('../features/bonuses/guest-offer.tsx'),
  atInteraction,
)
const life = later(
  'features/games/life-strip.tsx',
  () => import('../features/games/life-strip.tsx'),
  () => onceNear(lifeId),
)
const below = later('features/games/lower-lobby.tsx', () => import('../features/games/lower-lobby.tsx'), atInteraction)

export const route = defineRoute({
  labels: ['lobby'],
  parts: ({ search }) => (isFiltered(search) ? [found, filters] : [offer, life, below]),
  queries: ({ search, isSignedIn, hasSportsbook }: RouteInput) => {
    if (isFiltered(search))
      return [
        resultsQuery(search, isSignedIn),
        ...tileQueries(isSignedIn),
        ...(hasSportsbook ? matchesQuery(search) : []),
      ]
    const everyone = [query('GET /api/game/lobby'), ...lifeQueries(isSignedIn)]
    return isSignedIn
      ? [
          ...everyone,
          query('GET /api/game/games/played'),
          query('GET /api/game/games/recommended'),
          ...tileQueries(isSignedIn),
        ]
      : [...everyone, query(...welcomePage)]
  },
  meta: ({ t, search }) =>
    isFiltered(search)
      ? { title: t('searchTitle'), noIndex: true }
      : { title: t('metaTitle'), description: t('metaDescription'), jsonLd: organization() },
  View: Lobby,
})

function Lobby() {
  const search = useSearch()
  return (
    <div className={styles.lobby} data-wide>
      {isFiltered(search) ? (
        <Suspense fallback={<GridSkeleton />}>
          <found.View />
        </Suspense>
      ) : (
        <Browse />
      )}
    </div>
  )
}

function Browse() {
  const { isSignedIn } = useVisitor()
  const { data: lobby } = useApi('GET /api/game/lobby')
  const games = lobby?.games ?? []
  const PlayerLobby = playerPart()?.PlayerLobby
  const first = (
    <>
      <CategoriesBar />
      <Suspense>
        <life.View />
      </Suspense>
    </>
  )
  return (
    <>
      {isSignedIn ? (
        PlayerLobby && <PlayerLobby games={games}>{first}</PlayerLobby>
      ) : (
        <>
          <GuestHero games={games} offer={<offer.View />} />
          {first}
        </>
      )}
      <LobbyRails lobby={lobby} />
      <Suspense>
        <below.View />
      </Suspense>
    </>
  )
}
