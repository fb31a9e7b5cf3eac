/** Whether a bonus of a currency is active or waits to be started: then the player's own money stays where it can be lost first. */
import { BonusStatus } from '#contract/bonuses.ts'
import type { Tx } from '../deps.ts'

/** The caller has locked the wallet, behind which bonuses are granted and started. */
export async function hasOpenBonus(
  tx: Tx,
  { playerId, currency }: { playerId: string; currency: string },
): Promise<boolean> {
  const open = await tx
    .selectFrom('bonuses.player_bonuses')
    .select('id')
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('status', '<', BonusStatus.finished)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}
