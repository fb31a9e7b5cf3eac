/** The player's ledger entries: kind, subject, balance before and after. */
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { listLedgerEntries as contract } from '#contract/wallet.ts'
import type { PlayerCtx } from '../../deps.ts'
import { listEntries } from '../../ledger/entries.ts'

export async function listLedgerEntries(
  ctx: PlayerCtx,
  input: VerbInput<typeof contract>,
): Promise<Result<ReplyOf<typeof contract>>> {
  const { data, next } = await listEntries(ctx.db.kysely, { ...input, playerId: ctx.caller.player.id })
  return ok({ data, meta: { next } })
}
