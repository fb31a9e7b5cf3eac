/** Returns the stake of a held bet. A bet that has not arrived leaves a tombstone, by which it is refused later. */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { toSubunits } from '#contract/money.ts'
import type { BetStatus } from '#contract/sportsbook-protocol.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { Ctx } from '../../deps.ts'
import { record } from '../../facts/fact.ts'
import { sportsBetDeclined } from '../../facts/kinds.ts'
import { sportsBetReturned } from '../../ledger/kinds.ts'
import { lockBet, replyOf } from './internal/bets.ts'
import { actorOf, once } from './internal/calls.ts'
import { stakeKey } from './internal/movements.ts'
import { betStates } from './internal/states.ts'

type Call = typeof contract.declineBet
type Answer = Result<ReplyOf<Call>, RefusalOf<Call>>

export async function declineBet(ctx: Ctx, input: VerbInput<Call>): Promise<Answer> {
  const { sportsbook, betId } = input
  return once(ctx, input, async (tx, digest): Promise<Answer> => {
    const now = ctx.clock.now()
    const bet = await lockBet(tx, sportsbook, betId)
    if (!bet) {
      await tx
        .insertInto('sports.tombstones')
        .values({ sportsbook, bet_id: betId, reason: input.reason, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return ok({ betId, status: 'declined', isApplied: true })
    }
    if (bet.status === 'declined') return ok(await replyOf(tx, bet, { isApplied: false }))
    if (!betStates.may(bet.status as BetStatus, 'declined')) return refuse('betAccepted')
    const wallet = { playerId: bet.player_id, currency: bet.currency }
    const posted = await ctx.ledger.postIn(tx, {
      ...sportsBetReturned.of({ ...wallet, amount: toSubunits(bet.stake) }),
      actor: actorOf(sportsbook),
      idempotencyKey: `decline:${betId}`,
      requestHash: digest,
      reference: { kind: 'bet', id: bet.id },
      returns: stakeKey(betId),
      at: now,
    })
    if (!posted.ok) throw new Error(`a stake was not returned: ${posted.refusal}`)
    const declined = await tx
      .updateTable('sports.bets')
      .set({
        status: betStates.move('held', 'declined', 'partner').to,
        open_stake: 0n,
        changed_at: now,
        ended_at: now,
      })
      .where('id', '=', bet.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(tx, sportsBetDeclined, {
      player: bet.player_id,
      subject: bet.id,
      data: { currency: bet.currency, stake: bet.stake },
    })
    return ok(await replyOf(tx, declined, { isApplied: true }))
  })
}
