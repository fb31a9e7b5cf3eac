/** Cancels open releases that the vault no longer covers after money was taken from it to cover a debt. */
import type { KernelDeps, Tx } from '../../deps.ts'
import { endRelease } from './internal/releases.ts'

/** `left`: the remaining balance of the vault, in subunits. The wallets are locked. */
export async function cancelUncovered(
  tx: Tx,
  { clock }: KernelDeps,
  { playerId, currency, left }: { playerId: string; currency: string; left: bigint },
): Promise<void> {
  const uncovered = await tx
    .selectFrom('wallet.vault_releases')
    .select(['id', 'player_id'])
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('outcome', 'is', null)
    .where('amount', '>', left)
    .execute()
  for (const release of uncovered) await endRelease(tx, release, 'cancelled', clock.now())
}
