/**
 * Settles rounds that studios closed with a lost bet, once the time for a rollback is over. Those of a studio that this
 * process does not have stay for one that has it.
 */
import type { Deps } from '../../deps.ts'
import { type LeftWork, namesInSql } from '../../kernel/jobs/left-work.ts'
import { closeRound } from '../games/close-round.ts'
import { studioCtx } from './internal/wallet.ts'

const chunk = 200

const studiosOf = ({ partners }: Deps): string[] => partners.gameStudios.map(({ slug }) => slug)

export const closingRoundsDue = (deps: Deps): string =>
  `SELECT min(close_at) FROM studios.closing_rounds WHERE studio = ANY (${namesInSql(studiosOf(deps))})`

export const leftRounds = (deps: Deps): LeftWork => ({
  what: 'rounds to be closed',
  query: `SELECT studio AS name, count(*)::int AS count FROM studios.closing_rounds WHERE studio <> ALL ($1) GROUP BY 1 ORDER BY 1`,
  known: studiosOf(deps),
})

export async function closeRounds(deps: Deps): Promise<number> {
  const due = await deps.db.kysely
    .selectFrom('studios.closing_rounds')
    .selectAll()
    .where('close_at', '<=', deps.clock.now())
    .where((row) => row('studio', '=', row.fn.any(row.val(studiosOf(deps)))))
    .orderBy('close_at')
    .limit(chunk)
    .execute()
  for (const { studio, round_id: roundId, game_id: gameId, player_id: playerId, currency } of due) {
    // Refused if the round ended in the meantime, by a rollback or a late win; nothing is left to do then either.
    await closeRound(studioCtx(deps, studio, '127.0.0.1'), { studio, roundId, gameId, playerId, currency })
    await deps.db.kysely
      .deleteFrom('studios.closing_rounds')
      .where('studio', '=', studio)
      .where('round_id', '=', roundId)
      .execute()
  }
  return due.length
}
