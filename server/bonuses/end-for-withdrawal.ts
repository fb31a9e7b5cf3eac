/** Ends every active or issued bonus of a withdrawal's currency, in the transaction of the hold. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { LedgerDeps, Tx } from '../deps.ts'
import { lockBonusWallet } from '../wallet/index.ts'
import { isCompleted } from './internal/completed.ts'
import { finish } from './internal/play-with.ts'

type Withdrawal = { playerId: string; currency: string; isConfirmed: boolean }

/**
 * Otherwise bonus money could be staked while the player's own money is not at risk. Free spins remain: their stake is
 * not the player's.
 */
export async function endForWithdrawal(
  tx: Tx,
  deps: LedgerDeps,
  { playerId, currency, isConfirmed }: Withdrawal,
): Promise<Result<void, 'bonusWouldEnd'>> {
  const wallet = await lockBonusWallet(tx, { player_id: playerId, currency })
  const open = await tx
    .selectFrom('bonuses.player_bonuses')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('status', '<', 3)
    .orderBy('id')
    .forUpdate()
    .execute()
  // A completed bonus that only waits for the job that ends it belongs to the player.
  const completed = new Set<string>()
  for (const row of open) if (await isCompleted(tx, row, wallet)) completed.add(row.id)
  if (open.length > completed.size && !isConfirmed) return refuse('bonusWouldEnd')
  for (const row of open) await finish(tx, deps, row, completed.has(row.id) ? 'played' : 'cancelled')
  return ok()
}
