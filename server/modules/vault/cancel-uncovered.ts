/** Cancels open releases that the vault no longer covers, once money was taken out of it for what a player owes. */
import type { Ctx, Tx } from '../../deps.ts'
import { endRelease } from './internal/releases.ts'

/** The wallets are locked. */
export async function cancelUncovered(
  tx: Tx,
  { clock }: Pick<Ctx, 'clock'>,
  { playerId, currency }: { playerId: string; currency: string },
): Promise<void> {
  const uncovered = await tx
    .selectFrom('wallet.vault_releases as release')
    .innerJoin('wallet.accounts as wallet', (join) =>
      join.onRef('wallet.player_id', '=', 'release.player_id').onRef('wallet.currency', '=', 'release.currency'),
    )
    .select(['release.id', 'release.player_id'])
    .where('release.player_id', '=', playerId)
    .where('release.currency', '=', currency)
    .where('release.outcome', 'is', null)
    .whereRef('release.amount', '>', 'wallet.vault')
    .execute()
  for (const release of uncovered) await endRelease(tx, release, 'cancelled', clock.now())
}
