/** Records a payment outside this product to a former player, of the amount that a correction credited to the closed account. */
import { randomUUID } from 'node:crypto'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { toSubunits } from '#contract/money.ts'
import { closedAccountPaid } from '../../ledger/kinds.ts'
import { lockWallets } from '../../ledger/lock-wallets.ts'
import { readFunds } from '../../ledger/read-funds.ts'
import { audit } from '../../platform/audit.ts'
import type { OperatorContext } from '../../platform/operator-commands.ts'
import { lockStatus } from '../players/lock-status.ts'
import { forgetLatePayout } from './internal/late-payouts.ts'

type Wanted = { playerId: string; currency: string; reason: string }

/** All that is there, so that of two operators one pays. It may be 0, where another correction has taken it back. */
export async function payClosedAccount(
  ctx: Pick<OperatorContext, 'db' | 'ledger' | 'clock' | 'actor'>,
  { playerId, currency, reason }: Wanted,
): Promise<Result<{ amount: bigint }, 'notClosed'>> {
  return ctx.db.transaction(async (tx): Promise<Result<{ amount: bigint }, 'notClosed'>> => {
    if ((await lockStatus(tx, playerId)) !== 'closed') return refuse('notClosed')
    await lockWallets(tx, playerId)
    const wallet = { playerId, currency }
    const { cash: amount } = await readFunds(tx, wallet)
    await forgetLatePayout(tx, wallet)
    if (amount === 0n) return ok({ amount })
    const posted = await ctx.ledger.postIn(tx, {
      ...closedAccountPaid.of({ ...wallet, amount: toSubunits(amount) }),
      actor: `operator:${ctx.actor.id}`,
      idempotencyKey: randomUUID(),
      requestHash: reason,
      reference: { kind: 'other', id: playerId },
      at: ctx.clock.now(),
    })
    if (!posted.ok) throw new Error(`the money of a closed account was not taken out: ${posted.refusal}`)
    const detail = { amount: String(amount), currency, reason }
    await audit(tx, ctx, { action: 'closed-account-paid', playerId, detail })
    return ok({ amount })
  })
}
