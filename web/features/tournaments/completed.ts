/** Reads the pages of a tournament again when it has ended, and notifies its winners. */
import type { CompletedTournament } from '#contract/tournaments.ts'
import type { RouteReply } from '#contract/api.ts'
import { apiKey, invalidate } from '../../api/use-api.ts'
import type { Navigator } from '../../render/navigate.ts'
import { query } from '../../render/page.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'

const tournamentRoute = 'GET /api/retention/tournaments/{identity}'

export async function completeTournament(navigator: Navigator, completed: CompletedTournament): Promise<void> {
  void invalidate(
    navigator.loader.client,
    'GET /api/retention/tournaments',
    tournamentRoute,
    'GET /api/retention/tournaments/{identity}/leaderboard',
  )
  if (hasWon(navigator, completed)) await announce(navigator, completed)
}

function hasWon({ loader, visitor }: Navigator, { prizes }: CompletedTournament): boolean {
  const profile = loader.client.getQueryData<RouteReply<'GET /api/player/profile'>>(apiKey('GET /api/player/profile'))
  return visitor.isSignedIn && prizes.some(({ entry }) => entry !== null && entry.playerId === profile?.id)
}

/** Reads the title in the player's language, because the push has it in the default one. */
async function announce(navigator: Navigator, { identity, title }: CompletedTournament): Promise<void> {
  const read = navigator.loader.fetch(query(tournamentRoute, { params: { identity } }))
  const shown = await read.then(
    (tournament) => (tournament as RouteReply<typeof tournamentRoute>).title,
    () => title,
  )
  await raiseAlert(navigator, 'quests', 'tournamentCompleted', { name: shown })
}
