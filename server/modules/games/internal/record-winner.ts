/** Writes a win above its stake into the feed. Not part of the money: it may be late or missing, never wrong. */
import { sql } from 'kysely'
import type { Ctx } from '../../../deps.ts'
import { readNickname } from '../../players/read-nickname.ts'

export async function recordWinner(ctx: Ctx, round: { id: string; studio: string; playerId: string }): Promise<void> {
  const nickname = maskName(await readNickname(ctx, round.playerId))
  await sql`
    INSERT INTO games.winners (round_id, studio, game_id, nickname, currency, won, at)
    SELECT id, studio, game_id, ${nickname}, currency, won, ${ctx.clock.now()} FROM games.rounds
    WHERE id = ${round.id} AND studio = ${round.studio} AND status = 'settled' AND won > stake
    ON CONFLICT DO NOTHING`.execute(ctx.db.kysely)
}

/** The first two letters at most, and never the whole name. */
export function maskName(nickname: string | null): string {
  const letters = [...(nickname ?? '')]
  return `${letters.slice(0, Math.min(2, Math.floor(letters.length / 2))).join('')}***`
}
