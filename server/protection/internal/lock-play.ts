/**
 * Locks everything that a limit on play concerns: its player's wallets, so that no bet is accepted meanwhile, and the
 * opening of further ones.
 */
import { sql } from 'kysely'
import { lockNamed } from '../../kernel/locks.ts'
import type { Tx } from '../../deps.ts'
import { lockWallets } from '../../ledger/index.ts'
import { limitKindOf } from '#contract/limit-kinds.ts'

/** Limits that the posting function decides. */
export function isOnPlay(definition: number): boolean {
  return limitKindOf(definition)?.isOnPlay ?? false
}

export async function lockPlay(tx: Tx, playerId: string): Promise<void> {
  await lockNamed(tx, 'play', playerId)
  await lockWallets(tx, playerId)
}

/** Called after a change of such a limit: the next bet reads the limits again. The player's play is locked. */
export async function forgetRoom(tx: Tx, playerId: string): Promise<void> {
  await tx
    .insertInto('limits.play')
    .values({ player_id: playerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`SELECT limits.forget_room(${playerId}::uuid)`.execute(tx)
}
