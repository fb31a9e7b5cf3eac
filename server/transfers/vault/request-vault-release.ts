/**
 * Starts the wait after which money leaves the vault. It requires a step-up, so that a stolen session is not enough.
 */
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { requestVaultRelease as contract, VaultRelease } from '#contract/vault.ts'
import type { PlayerCtx } from '../../deps.ts'
import { lockWallets } from '../../ledger/index.ts'
import { hasSteppedUp, lockOpenSession, lockStatus } from '../../identity/index.ts'
import { findAccount } from '../../wallet/index.ts'
import { presentRelease } from './internal/releases.ts'

type Answer = Result<VaultRelease, RefusalOf<typeof contract>>

export async function requestVaultRelease(
  ctx: PlayerCtx,
  { id: accountId, amount }: VerbInput<typeof contract>,
): Promise<Answer> {
  const { id: playerId } = ctx.caller.player
  const existingAccount = await findAccount(ctx.db.kysely, { playerId, accountId })
  if (!existingAccount) return refuse('accountNotFound')
  if (!(await hasSteppedUp(ctx))) return refuse('stepUpRequired')
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    // The player is locked before the wallets, as everywhere.
    await lockStatus(tx, playerId)
    await lockWallets(tx, playerId)
    await lockOpenSession(tx, ctx)
    const account = (await findAccount(tx, { playerId, accountId }))!
    const now = ctx.clock.now()
    const row = await tx
      .insertInto('wallet.vault_releases')
      .values({
        player_id: playerId,
        currency: account.currency,
        amount,
        requested_at: now,
        release_at: new Date(now.getTime() + ctx.settings.vaultWaitMs),
      })
      .onConflict((conflict) => conflict.columns(['player_id', 'currency']).where('outcome', 'is', null).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) return refuse('releaseIsOpen')
    if (amount > account.vaultBalance) return refuse('insufficientFunds')
    return ok(presentRelease(row))
  })
}
