/** Takes an address out of the book. Money that was withdrawn to it before keeps it a known destination. */
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { removeAddress as contract } from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'

export async function removeAddress(
  { db, caller }: PlayerCtx,
  { id }: VerbInput<typeof contract>,
): Promise<Result<void, RefusalOf<typeof contract>>> {
  const removed = await db.kysely
    .deleteFrom('payments.addresses')
    .where('id', '=', id)
    .where('player_id', '=', caller.player.id)
    .returning('id')
    .executeTakeFirst()
  return removed ? ok() : refuse('addressNotFound')
}
