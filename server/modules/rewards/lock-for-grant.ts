/** Locks what a grant locks of its player, for callers that lock a tournament or a quest before they grant. */
import type { Deps, Tx } from '../../deps.ts'
import { lockWallets } from '../../ledger/lock-wallets.ts'
import { isExcludedIn } from '../limits/exclusion.ts'
import { lockStatus } from '../players/lock-status.ts'

type Locked = { status: Awaited<ReturnType<typeof lockStatus>>; isExcluded: boolean }

export async function lockForGrant(tx: Tx, deps: Pick<Deps, 'clock'>, playerId: string): Promise<Locked> {
  const status = await lockStatus(tx, playerId)
  const isExcluded = await isExcludedIn(tx, deps, playerId)
  await lockWallets(tx, playerId)
  return { status, isExcluded }
}
