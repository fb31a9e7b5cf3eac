/** The player's accounts with their balances, the active one first, without hidden ones. */
import { ok, type Result } from '#contract/endpoint.ts'
import { type Account, AccountStatus } from '#contract/wallet.ts'
import type { PlayerCtx } from '../deps.ts'
import { presentAccount } from './internal/accounts.ts'

export async function listAccounts(ctx: PlayerCtx): Promise<Result<Account[]>> {
  const rows = await ctx.db.kysely
    .selectFrom('wallet.accounts')
    .selectAll()
    .where('player_id', '=', ctx.caller.player.id)
    .where('status', '<>', AccountStatus.hidden)
    .orderBy('status')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return ok(rows.map(presentAccount))
}
