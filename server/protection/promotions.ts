/** Players who receive neither bonuses nor marketing, for their protection. */
import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import type { Tx } from '../deps.ts'
import { lockPlayer } from './internal/rows.ts'

export async function arePromotionsBarred(db: Kysely<Tables>, playerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('limits.players')
    .select('promotions_barred_at')
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return row !== undefined && row.promotions_barred_at !== null
}

/** Locks the player's limits. `at` is null to lift it. */
export async function barPromotions(tx: Tx, playerId: string, at: Date | null): Promise<void> {
  await lockPlayer(tx, playerId)
  await tx
    .updateTable('limits.players')
    .set({ promotions_barred_at: at })
    .where('player_id', '=', playerId)
    .$if(at !== null, (query) => query.where('promotions_barred_at', 'is', null))
    .execute()
}
