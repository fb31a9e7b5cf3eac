/** What the lobby reads for its strip of live activity. */
import { query } from '../../render/page.ts'

export const lifeId = 'life'
export const sharedRound = ['GET /api/game/shared-rounds/{gameId}', { params: { gameId: 'crash' } }] as const

export const lifeQueries = (isSignedIn: boolean) => [
  query('GET /api/game/spins/winners'),
  query('GET /api/retention/tournaments'),
  query(...sharedRound),
  ...(isSignedIn ? [query('GET /api/retention/quests')] : []),
]
