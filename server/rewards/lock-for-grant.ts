/** Locks what a grant locks of its player, for callers that lock a tournament or a quest before they grant. */
import type { KernelDeps, Tx } from '../deps.ts'
import { lockWallets } from '../ledger/index.ts'
import { isExcludedIn } from '../protection/index.ts'
import { lockStatus } from '../identity/index.ts'

type Locked = { status: Awaited<ReturnType<typeof lockStatus>>; isExcluded: boolean }

export async function lockForGrant(tx: Tx, deps: KernelDeps, playerId: string): Promise<Locked> {
  const status = await lockStatus(tx, playerId)
  const isExcluded = await isExcludedIn(tx, deps, playerId)
  await lockWallets(tx, playerId)
  return { status, isExcluded }
}
