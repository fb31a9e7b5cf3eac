/** A cooling-off period that the operator starts to protect a player, and its early end by an operator's decision. */
import { randomUUID } from 'node:crypto'
import { breakEnd } from '#contract/break-ends.ts'
import { LimitDefinition } from '#contract/limits.ts'
import type { Deps, KernelDeps, Tx } from '../deps.ts'
import { accountsOfMailbox, lockStatus } from '../identity/index.ts'
import { lockWallets } from '../ledger/index.ts'
import { isBarred } from './exclusion.ts'
import { currentLimits, lockPlayer } from './internal/rows.ts'

/** Null if a break or an exclusion of the player lasts as long already. No bet is accepted after the commit. */
export async function forceBreak(
  tx: Tx,
  deps: Deps,
  { playerId, period }: { playerId: string; period: string },
): Promise<Date | null> {
  const now = deps.clock.now()
  const endsAt = breakEnd(period, now)
  if (!endsAt) throw new Error(`there is no break of ${period}`)
  await lockStatus(tx, playerId)
  await lockPlayer(tx, playerId)
  await lockWallets(tx, await accountsOfMailbox(tx, playerId))
  if (isBarred(await currentLimits(tx, playerId), endsAt)) return null
  await tx
    .insertInto('limits.limits')
    .values({
      id: randomUUID(),
      player_id: playerId,
      definition: LimitDefinition.coolingOff,
      period,
      created_at: now,
      ends_at: endsAt,
      is_forced: true,
      ends_with_markers: true,
    })
    .execute()
  for (const module of deps.lifecycles) await module.endOpen?.(deps, tx, playerId, 'excluded')
  return endsAt
}

/** True if one was in force. Breaks that players or operators started are never shortened. */
export async function endForcedBreaks(tx: Tx, { clock }: KernelDeps, playerId: string): Promise<boolean> {
  await lockPlayer(tx, playerId)
  const now = clock.now()
  const ended = await tx
    .updateTable('limits.limits')
    .set({ removed_at: now })
    .where('player_id', '=', playerId)
    .where('ends_with_markers', '=', true)
    .where('removed_at', 'is', null)
    .returning('ends_at')
    .execute()
  return ended.some(({ ends_at }) => ends_at! > now)
}
