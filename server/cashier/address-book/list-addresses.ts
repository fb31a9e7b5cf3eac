/** The player's address book, by name. */
import { ok, type Ok, type VerbInput } from '#contract/endpoint.ts'
import type { listAddresses as contract, SavedAddress } from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'
import { presentAddress } from '../internal/saved-addresses.ts'

export async function listAddresses(
  ctx: PlayerCtx,
  { currency }: VerbInput<typeof contract>,
): Promise<Ok<SavedAddress[]>> {
  const rows = await ctx.db.kysely
    .selectFrom('payments.addresses')
    .selectAll()
    .where('player_id', '=', ctx.caller.player.id)
    .$if(currency !== undefined, (query) => query.where('currency', '=', currency!))
    .orderBy('name')
    .orderBy('id')
    .execute()
  return ok(rows.map((row) => presentAddress(ctx, row)))
}
