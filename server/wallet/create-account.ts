/** Opens an account in another currency, or shows a hidden one again. */
import { ok, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Account, createAccount as contract } from '#contract/wallet.ts'
import type { PlayerCtx } from '../deps.ts'
import { isOfferedIn } from '../reference/index.ts'
import { presentAccount } from './internal/accounts.ts'
import { openAccount } from './open-account.ts'

export async function createAccount(
  ctx: PlayerCtx,
  { currency }: VerbInput<typeof contract>,
): Promise<Result<Account, 'currencyNotOffered'>> {
  return ctx.db.transaction(async (tx) => {
    if (!(await isOfferedIn(tx, currency))) return refuse('currencyNotOffered')
    return ok(presentAccount(await openAccount(tx, { playerId: ctx.caller.player.id, currency, active: false })))
  })
}
