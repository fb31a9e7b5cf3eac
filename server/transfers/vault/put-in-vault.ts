/**
 * Moves cash into the vault at once. This is allowed in every currency and during every break, because it only removes
 * money from play.
 */
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { putInVault as contract } from '#contract/vault.ts'
import type { Account } from '#contract/wallet.ts'
import { rollback } from '../../kernel/db/connect.ts'
import type { PlayerCtx } from '../../deps.ts'
import { lockWallets, vaultIn } from '../../ledger/index.ts'
import { hasOpenBonus } from '../../bonuses/index.ts'
import { isIdle, lockStatus } from '../../identity/index.ts'
import { findAccount } from '../../wallet/index.ts'

type Answer = Result<Account, RefusalOf<typeof contract>>

export async function putInVault(
  ctx: PlayerCtx,
  { id: accountId, amount, idempotencyKey }: VerbInput<typeof contract>,
): Promise<Answer> {
  if (await isIdle(ctx)) return refuse('stepUpRequired')
  const { id: playerId } = ctx.caller.player
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    // The lock waits for a concurrent closure of the account, after which its wallets are empty.
    await lockStatus(tx, playerId)
    await lockWallets(tx, playerId)
    const account = await findAccount(tx, { playerId, accountId })
    if (!account) return refuse('accountNotFound')
    const { currency } = account
    const posted = await ctx.ledger.postIn(tx, {
      ...vaultIn.of({ playerId, currency, amount }),
      actor: `player:${playerId}`,
      idempotencyKey: `vault-in:${idempotencyKey}`,
      requestHash: `${accountId} ${amount}`,
      reference: { kind: 'other', id: accountId },
    })
    if (!posted.ok)
      return rollback(refuse(posted.refusal === 'idempotencyConflict' ? posted.refusal : 'insufficientFunds'))
    // Otherwise the player could stake bonus money while the player's own money is protected from losses.
    if (!posted.value.isReplay && (await hasOpenBonus(tx, { playerId, currency })))
      return rollback(refuse('bonusIsOpen'))
    return ok((await findAccount(tx, { playerId, accountId }))!)
  })
}
