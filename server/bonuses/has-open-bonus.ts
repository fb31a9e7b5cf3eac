/**
 * Whether a bonus of a currency is active or issued; the player's own money must then stay where it is staked first.
 */
import { BonusStatus } from '#contract/bonuses.ts'
import type { Tx } from '../deps.ts'

/** The caller must have locked the wallet, under whose lock bonuses are granted and activated. */
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
