/**
 * Pays what players get of the pots of a closed jackpot: each once, however often the job is interrupted. What an account
 * would get that is closed by then goes to the reserve.
 */
import type { Subunits } from '#contract/money.ts'
import type { Deps } from '../../deps.ts'
import { workThrough } from '../../kernel/jobs/work-through.ts'
import { lockStatus } from '../../identity/index.ts'
import { jackpotShared, jackpotShareForfeited } from '../../ledger/index.ts'
import { reserveAccount, sharesAccount } from './open.ts'

type Due = { jackpot_id: string; player_id: string; amount: bigint; currency: string }

export const sharesDue = `SELECT min(jackpot.closed_at) FROM jackpots.shares AS share
  JOIN jackpots.jackpots AS jackpot ON jackpot.id = share.jackpot_id WHERE share.paid_at IS NULL`

export function payShares(deps: Deps): Promise<number> {
  return workThrough<Due>(deps.log, {
    name: 'shares of jackpots',
    read: (last, size) =>
      deps.db.kysely
        .selectFrom('jackpots.shares as share')
        .innerJoin('jackpots.jackpots as jackpot', 'jackpot.id', 'share.jackpot_id')
        .select(['share.jackpot_id', 'share.player_id', 'share.amount', 'jackpot.currency'])
        .where('share.paid_at', 'is', null)
        .$if(last !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('share.jackpot_id', 'share.player_id'), '>', tuple(last!.jackpot_id, last!.player_id)),
          ),
        )
        .orderBy('share.jackpot_id')
        .orderBy('share.player_id')
        .limit(size)
        .execute(),
    settle: (due) => payOne(deps, due),
  })
}

function payOne(deps: Deps, { jackpot_id: id, player_id: playerId, amount, currency }: Due): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    // The account was closed at the moment of the jackpot's closing, which did not see it yet.
    const isForfeited = (await lockStatus(tx, playerId)) === 'closed'
    const posted = await deps.ledger.postIn(tx, {
      ...(isForfeited
        ? {
            kind: jackpotShareForfeited.name,
            transfers: [{ from: sharesAccount(currency), to: reserveAccount(currency), amount: amount as Subunits }],
          }
        : jackpotShared.of({ playerId, currency, amount: amount as Subunits })),
      actor: 'jackpots',
      idempotencyKey: `shared:${id}:${playerId}`,
      requestHash: String(amount),
      reference: { kind: 'jackpot', id },
    })
    if (!posted.ok) throw new Error(`the share of ${playerId} in ${id} was refused: ${posted.refusal}`)
    await tx
      .updateTable('jackpots.shares')
      .set({ paid_at: deps.clock.now(), is_forfeited: isForfeited })
      .where('jackpot_id', '=', id)
      .where('player_id', '=', playerId)
      .where('paid_at', 'is', null)
      .execute()
    return true
  })
}
