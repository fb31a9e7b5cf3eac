import { useApi } from '../api/use-api.ts'
import { defineRoute, query, type RouteInput } from '../render/page.ts'
import { useLabels } from '../render/labels.tsx'
import { useSearch, useVisitor } from '../render/router.tsx'
import { CategoriesBar } from '../features/games/categories-bar.tsx'
import { GuestHero } from '../features/games/lobby-hero.tsx'
import { LobbyRails } from '../features/games/lobby-rails.tsx'
import { TransparencyCard } from '../features/games/transparency-card.tsx'
import { ProviderFilter } from '../features/games/provider-filter.tsx'
import { gamesRequest, isFiltered, lobbyGames, tileQueries } from '../features/games/requests.ts'
import { Results } from '../features/games/results.tsx'
import { SearchBox } from '../features/games/search-box.tsx'
import { organization } from '../features/games/structured-data.ts'
import { Winners } from '../features/games/winners.tsx'
import { playerPart } from '../shell/player-part.ts'
import styles from './index.module.css'

export const route = defineRoute({
  labels: ['lobby'],
  queries: ({ search, isSignedIn }: RouteInput) => {
    if (isFiltered(search))
      return [
        query('GET /api/game/games', gamesRequest(search)),
        query('GET /api/game/providers'),
        ...tileQueries(isSignedIn),
      ]
    const everyone = [query('GET /api/game/games', lobbyGames), query('GET /api/game/spins/winners')]
    return isSignedIn ? [...everyone, query('GET /api/game/games/played'), ...tileQueries(isSignedIn)] : everyone
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
    <div className={styles.lobby}>
      <SearchBox to="/" isPhoneOnly />
      {isFiltered(search) ? <Found /> : <Browse />}
    </div>
  )
}

function Browse() {
  const { isSignedIn } = useVisitor()
  const { data } = useApi('GET /api/game/games', lobbyGames)
  const games = data?.data ?? []
  const PlayerLobby = playerPart()?.PlayerLobby
  return (
    <>
      {isSignedIn ? PlayerLobby && <PlayerLobby games={games} /> : <GuestHero games={games} />}
      <CategoriesBar />
      <LobbyRails games={data?.data} />
      <Winners />
      <TransparencyCard />
    </>
  )
}

function Found() {
  const t = useLabels('lobby')
  const asked = (useSearch().get('search') ?? '').trim()
  return (
    <>
      <CategoriesBar />
      <h1>{asked ? t('resultsFor', { search: asked }) : t('allGames')}</h1>
      <ProviderFilter />
      <Results />
    </>
  )
}
