/** An operator credits or debits a player's cash: one named movement, its record and one act in one transaction. */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type * as contract from '#contract/desk/adjustments.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Tx } from '../../deps.ts'
import { findPlayer, lockStatus } from '../../identity/index.ts'
import { audit } from '../../kernel/audit.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { adjustmentCredit, adjustmentDebit, readFunds } from '../../ledger/index.ts'
import { isAboveThreshold, thresholdWindowMs } from '../../operators/index.ts'
import { fromDecimal } from '../../kernel/decimal.ts'
import { formatAmount, inUnits } from '../../reference/index.ts'
import { listBalances } from '../../wallet/index.ts'

type Input = VerbInput<typeof contract.adjustBalance>
type Row = Selectable<Tables['payments.adjustments']>

const mostListed = 50

function present(row: Row): contract.Adjustment {
  const isCredit = row.amount > 0n
  return {
    id: row.id,
    direction: isCredit ? 'credit' : 'debit',
    amount: inUnits(isCredit ? row.amount : -row.amount, row.currency),
    cause: row.cause as contract.Adjustment['cause'],
    reason: row.reason,
    actor: row.actor,
    approver: row.approver,
    at: row.adjusted_at.toISOString(),
  }
}

export async function listAdjustments(
  { db }: DeskCtx,
  { playerId }: VerbInput<typeof contract.listAdjustments>,
): Promise<Result<ReplyOf<typeof contract.listAdjustments>, 'playerNotFound'>> {
  if (!(await findPlayer(db.kysely, playerId))) return refuse('playerNotFound')
  const balances = await listBalances(db.kysely, playerId)
  const rows = await db.kysely
    .selectFrom('payments.adjustments')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('adjusted_at', 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute()
  return ok({ cash: balances.map(({ cash, currency }) => inUnits(cash, currency)), adjustments: rows.map(present) })
}

export async function adjustBalance(
  ctx: DeskCtx,
  input: Input,
): Promise<Result<ReplyOf<typeof contract.adjustBalance>, RefusalOf<typeof contract.adjustBalance>>> {
  const { id, playerId, direction, currency, cause, reason } = input
  const amount = fromDecimal(input.amount, currency)
  if (amount === null || amount <= 0n) return refuse('amountInvalid')
  if (!(await findPlayer(ctx.db.kysely, playerId))) return refuse('playerNotFound')
  const signed = direction === 'credit' ? (amount as bigint) : -(amount as bigint)
  return ctx.db.transaction(async (tx) => {
    const status = await lockStatus(tx, playerId)
    const earlier = await tx.selectFrom('payments.adjustments').selectAll().where('id', '=', id).executeTakeFirst()
    if (earlier) {
      const isSame =
        earlier.player_id === playerId &&
        earlier.currency === currency &&
        earlier.amount === signed &&
        earlier.cause === cause &&
        earlier.reason === reason
      if (!isSame) return refuse('sentBefore')
      const { cash } = await readFunds(tx, { playerId, currency })
      return ok({ adjustment: present(earlier), cash: inUnits(cash, currency) })
    }
    if (status === 'closed') return refuse('accountClosed')
    const wallets = await listBalances(tx, playerId)
    if (!wallets.some((wallet) => wallet.currency === currency)) return refuse('currencyUnknown')
    const kind = direction === 'credit' ? adjustmentCredit : adjustmentDebit
    // The wallet is locked by the posting, so a bet of this moment comes before it or after it.
    const posted = await ctx.ledger.postIn(tx, {
      ...kind.of({ playerId, currency, amount }),
      actor: 'adjustments',
      idempotencyKey: id,
      requestHash: String(signed),
      reference: { kind: 'other', id, label: cause },
    })
    if (!posted.ok) {
      if (posted.refusal !== 'insufficientFunds') throw new Error(`an adjustment was refused: ${posted.refusal}`)
      const { cash } = await readFunds(tx, { playerId, currency })
      return refuse('insufficientFunds', {
        message: `The player has ${formatAmount(cash, currency, 'en')} of cash: no more can be taken.`,
      })
    }
    const { cash } = posted.value.balances!
    const row = await tx
      .insertInto('payments.adjustments')
      .values({
        id,
        player_id: playerId,
        currency,
        amount: signed,
        cause,
        reason,
        actor: ctx.actor.name,
        approver: ctx.approval?.approver ?? null,
        adjusted_at: ctx.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, ctx, {
      action: 'balance-adjusted',
      playerId,
      before: { cash: inUnits(cash - signed, currency) },
      after: { cash: inUnits(cash, currency) },
      reason,
      detail: { adjustment: id, cause },
    })
    return ok({ adjustment: present(row), cash: inUnits(cash, currency) })
  })
}

/** Above the threshold, together with what was adjusted for this player within a day: parts do not avoid it. */
export const adjustmentApproval = {
  async isNeeded(ctx: DeskCtx, tx: Tx, { id, playerId, amount: text, currency }: Input): Promise<boolean> {
    const earlier = await tx
      .selectFrom('payments.adjustments')
      .select(['id', 'currency', sql<bigint>`abs(amount)`.as('amount')])
      .where('player_id', '=', playerId)
      .where((eb) =>
        eb.or([eb('id', '=', id), eb('adjusted_at', '>', new Date(ctx.clock.now().getTime() - thresholdWindowMs))]),
      )
      .execute()
    // Sent again, because its answer was lost: nothing is adjusted.
    if (earlier.some((each) => each.id === id)) return false
    const amount = fromDecimal(text, currency) ?? 0n
    return isAboveThreshold(tx, ctx, 'adjustment', [...earlier, { amount, currency }])
  },
  subjectOf: async (_ctx: DeskCtx, { playerId, direction, amount, currency }: Input): Promise<string> =>
    `${direction} of ${amount} ${currency} for player ${playerId.slice(0, 8)}`,
  /** The balance may change: the verb takes no more than is there. */
  versionOf: (tx: Tx, { playerId }: Input): Promise<string> => lockStatus(tx, playerId),
}
