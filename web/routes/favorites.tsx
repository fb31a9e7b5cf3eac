import { PersonalGames } from '../features/games/personal-games.tsx'
import { defineRoute, query } from '../render/page.ts'

export const route = defineRoute({
  labels: ['lobby'],
  queries: ({ isSignedIn }) => (isSignedIn ? [query('GET /api/game/games/favorites')] : []),
  meta: ({ t }) => ({ title: t('favoritesTitle'), description: t('favoritesDescription'), noIndex: true }),
  View: Favorites,
})

function Favorites() {
  return <PersonalGames list="favorites" route="GET /api/game/games/favorites" icon="heart" />
}
