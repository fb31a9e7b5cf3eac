import { PersonalGames } from '../features/games/personal-games.tsx'
import { tileQueries } from '../features/games/requests.ts'
import { defineRoute, query } from '../render/page.ts'

export const route = defineRoute({
  labels: ['lobby'],
  queries: ({ isSignedIn }) => (isSignedIn ? [query('GET /api/game/games/played'), ...tileQueries(isSignedIn)] : []),
  meta: ({ t }) => ({ title: t('recentTitle'), description: t('recentDescription'), noIndex: true }),
  View: RecentlyPlayed,
})

function RecentlyPlayed() {
  return <PersonalGames list="recent" route="GET /api/game/games/played" icon="clock" />
}
