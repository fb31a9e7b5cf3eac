/** Whether a player owes anything for corrected bets, in any currency. */
import type { Tx } from '../deps.ts'

export async function hasDebt(tx: Tx, playerId: string): Promise<boolean> {
  const owed = await tx
    .selectFrom('sports.bets')
    .select('id')
    .where('player_id', '=', playerId)
    .where('debt', '>', 0n)
    .limit(1)
    .executeTakeFirst()
  return owed !== undefined
}
