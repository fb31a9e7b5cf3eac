import { PersonalGames } from '../features/games/personal-games.tsx'
import { tileQueries } from '../features/games/requests.ts'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['lobby'],
  queries: ({ isSignedIn }) => tileQueries(isSignedIn),
  meta: ({ t }) => ({ title: t('favoritesTitle'), description: t('favoritesDescription'), noIndex: true }),
  View: Favorites,
})

function Favorites() {
  return <PersonalGames list="favorites" route="GET /api/game/games/favorites" icon="heart" />
}
