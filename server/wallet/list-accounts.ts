/** The player's accounts with their balances, the active one first, without hidden ones. */
import type { Kysely } from 'kysely'
import { ok, type Result } from '#contract/endpoint.ts'
import { type Account, AccountStatus } from '#contract/wallet.ts'
import type { PlayerCtx } from '../deps.ts'
import type { Tables } from '../kernel/db/tables.ts'
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

/** For operators: all accounts, hidden ones too, with what is in each. */
export function listBalances(db: Kysely<Tables>, playerId: string) {
  return db
    .selectFrom('wallet.accounts')
    .select(['currency', 'cash', 'bonus', 'held', 'vault'])
    .where('player_id', '=', playerId)
    .orderBy('status')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
