/**
 * Changes an accepted bet: cashes it out completely, and buys another bet with the price, which is accepted at once.
 * What refuses the new stake (limits, exclusion, funds, the end of the session) leaves the earlier bet as it was.
 */
import { sql } from 'kysely'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { playerChannel } from '#contract/channels.ts'
import { toWire } from '#contract/money.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { Ctx, Tx } from '../deps.ts'
import { append } from '../kernel/outbox/append.ts'
import type { ClientToken } from '../partners/sportsbook/port.ts'
import { labelOf, replyOf } from './internal/bets.ts'
import { once } from './internal/calls.ts'
import { type Decision, decideWithin } from './internal/decide.ts'
import { type Admitted, admit, takeStake, tellRefusal } from './internal/stake.ts'

type Call = typeof contract.editBet
type Input = VerbInput<Call>
type Answer = Result<ReplyOf<Call>, RefusalOf<Call>>

export async function editBet(ctx: Ctx, input: Input): Promise<Answer> {
  return once(ctx, input, async (tx, digest): Promise<Answer> => {
    const admitted = await admit(ctx, tx, input)
    if (!admitted.ok) return admitted
    const { client } = admitted.value
    const earlier = await findOwn(tx, input, client)
    if (!earlier) return refuse('betNotFound')
    await sql`SAVEPOINT edit`.execute(tx)
    const edited = await exchange(ctx, tx, admitted.value, { input, digest, earlier })
    if (edited.ok) {
      const { bet, wallet } = edited.value
      await append(tx, {
        channel: playerChannel('game:bets', bet.player_id),
        event: 'game.bet.edited',
        payload: {
          betId: bet.id,
          event: labelOf(input.selections),
          currency: bet.currency,
          stake: toWire(bet.stake),
        },
        version: ctx.clock.now().getTime(),
      })
      return ok(await replyOf(tx, bet, wallet, { isApplied: true }))
    }
    // The answer is stored, what was done for it is not.
    await sql`ROLLBACK TO SAVEPOINT edit`.execute(tx)
    if ('cause' in edited) await tellRefusal(ctx, tx, client, edited)
    if (edited.refusal === 'freeBetNotAccepted') throw new Error('an edit stakes no free bet')
    return refuse(edited.refusal)
  })
}

/** The id of the bet that ends; undefined for one of another player or currency. */
async function findOwn(
  tx: Tx,
  { sportsbook, replaces: { betId } }: Input,
  { playerId, currency }: ClientToken,
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('sports.bets')
    .select('id')
    .where('sportsbook', '=', sportsbook)
    .where('bet_id', '=', betId)
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return found?.id
}

type Exchange = { input: Input; digest: string; earlier: string }
/** Both halves; a refusal of the second one leaves the first to be taken back. */
async function exchange(ctx: Ctx, tx: Tx, admitted: Admitted, { input, digest, earlier }: Exchange) {
  const { sportsbook, requestId, replaces } = input
  const decision: Decision = {
    ...replaces,
    sportsbook,
    requestId,
    call: 'cash-out',
    openStake: 0,
    reason: `edited into ${input.betId}`,
    replacedBy: input.betId,
  }
  const sold = await decideWithin(ctx, tx, { decision, digest }, async () => decision)
  if (!sold.ok) {
    if (sold.refusal === 'transactionNotLast') throw new Error('a decision with a sequence comes next')
    return refuse(sold.refusal)
  }
  if (!sold.value.isApplied) return refuse('sequenceConflict')
  const { wallet } = sold.value
  return takeStake(ctx, tx, { ...admitted, wallet }, { digest, status: 'accepted', replaces: earlier })
}
