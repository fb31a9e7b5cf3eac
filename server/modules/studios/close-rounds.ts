/** Settles rounds that studios closed with a lost bet, once the time for a rollback is over. */
import type { Deps } from '../../deps.ts'
import { closeRound } from '../games/close-round.ts'
import { studioCtx } from './internal/wallet.ts'

const chunk = 200

export const closingRoundsDue = `SELECT min(close_at) FROM studios.closing_rounds`

export async function closeRounds(deps: Deps): Promise<number> {
  const due = await deps.db.kysely
    .selectFrom('studios.closing_rounds')
    .selectAll()
    .where('close_at', '<=', deps.clock.now())
    .orderBy('close_at')
    .limit(chunk)
    .execute()
  for (const { studio, round_id: roundId, game_id: gameId, player_id: playerId, currency } of due) {
    // Refused if the round ended in the meantime, by a rollback or a late win; nothing is left to do then either.
    if (deps.partners.gameStudios.some(({ slug }) => slug === studio))
      await closeRound(studioCtx(deps, studio, '127.0.0.1'), { studio, roundId, gameId, playerId, currency })
    await deps.db.kysely
      .deleteFrom('studios.closing_rounds')
      .where('studio', '=', studio)
      .where('round_id', '=', roundId)
      .execute()
  }
  return due.length
}
