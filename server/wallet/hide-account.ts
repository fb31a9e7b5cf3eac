/** Hides an empty account from the list. An account with an open round in its currency is still needed, so it stays. */
import { ok, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import { type Account, AccountStatus, type hideAccount as contract } from '#contract/wallet.ts'
import type { PlayerCtx } from '../deps.ts'
import { findOpenRounds } from '../ledger/index.ts'
import { lockAccounts, presentAccount, setStatus } from './internal/accounts.ts'

export async function hideAccount(
  ctx: PlayerCtx,
  { id }: VerbInput<typeof contract>,
): Promise<Result<Account, 'accountNotFound' | 'accountIsActive' | 'accountHasFunds'>> {
  return ctx.db.transaction(async (tx) => {
    const account = (await lockAccounts(tx, ctx.caller.player.id)).find((row) => row.id === id)
    if (!account) return refuse('accountNotFound')
    if (account.status === AccountStatus.active) return refuse('accountIsActive')
    if (account.cash + account.bonus + account.held + account.vault > 0n) return refuse('accountHasFunds')
    // Bets take the same lock, so none is placed between this check and the commit.
    const open = await findOpenRounds(tx, ctx.caller.player.id)
    if (open.some(({ currency }) => currency === account.currency)) return refuse('accountHasFunds')
    const hidden =
      account.status === AccountStatus.hidden ? account : await setStatus(tx, account, AccountStatus.hidden)
    return ok(presentAccount(hidden))
  })
}
