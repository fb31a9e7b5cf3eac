/** A free bet that an operator takes back before it is staked. The bet that has staked one stands. */
import type { KernelDeps, Tx } from '../deps.ts'
import { readLocale } from '../identity/index.ts'
import { nameIn } from './internal/free-bets.ts'

/** The name is in the player's language. Null if there is none of this id that can still be used. */
export async function revokeFreeBet(
  tx: Tx,
  { clock }: KernelDeps,
  id: string,
): Promise<{ playerId: string; name: string } | null> {
  const row = await tx
    .updateTable('sports.free_bets')
    .set({ expires_at: clock.now() })
    .where('id', '=', id)
    .where('bet', 'is', null)
    .where('expires_at', '>', clock.now())
    .returning(['player_id', 'names'])
    .executeTakeFirst()
  return row ? { playerId: row.player_id, name: nameIn(row, await readLocale(tx, row.player_id)) } : null
}
