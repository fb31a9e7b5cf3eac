/** Makes another account active, for play and payments. */
import { ok, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import { type Account, AccountStatus, type switchAccount as contract } from '#contract/wallet.ts'
import type { PlayerCtx } from '../deps.ts'
import { lockAccounts, presentAccount } from './internal/accounts.ts'
import { activate } from './open-account.ts'

export async function switchAccount(
  ctx: PlayerCtx,
  { id }: VerbInput<typeof contract>,
): Promise<Result<Account, 'accountNotFound'>> {
  return ctx.db.transaction(async (tx) => {
    const accounts = await lockAccounts(tx, ctx.caller.player.id)
    const target = accounts.find((account) => account.id === id)
    if (!target) return refuse('accountNotFound')
    return ok(
      presentAccount(
        await activate(
          tx,
          target,
          accounts.find((account) => account.status === AccountStatus.active),
        ),
      ),
    )
  })
}
