/** What a withdrawal ends: every bonus of its currency that is active or waits to be started, in the transaction that holds the money. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Deps, Tx } from '../../deps.ts'
import { lockBonusWallet } from '../wallet/bonus-wallet.ts'
import { finish } from './internal/play-with.ts'

type Withdrawal = { playerId: string; currency: string; isConfirmed: boolean }

/** Otherwise bonus money would be staked while the player's own is out of reach of every loss. Free spins stay: their stake is not the player's. */
export async function endForWithdrawal(
  tx: Tx,
  deps: Pick<Deps, 'ledger' | 'clock'>,
  { playerId, currency, isConfirmed }: Withdrawal,
): Promise<Result<void, 'bonusWouldEnd'>> {
  await lockBonusWallet(tx, { player_id: playerId, currency })
  const open = await tx
    .selectFrom('bonuses.player_bonuses')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('status', '<', 3)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (open.length > 0 && !isConfirmed) return refuse('bonusWouldEnd')
  for (const row of open) await finish(tx, deps, row, 'cancelled')
  return ok()
}
