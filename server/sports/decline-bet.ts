/**
 * Returns the stake of a held bet. A bet that has not arrived leaves a tombstone, by which it is refused later; if it was
 * to replace another one, the player is told that this one stays.
 */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { playerChannel } from '#contract/channels.ts'
import { toWire } from '#contract/money.ts'
import type { BetStatus } from '#contract/sportsbook-protocol.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { Ctx, Tx } from '../deps.ts'
import { record } from '../kernel/facts/fact.ts'
import { sportsBetDeclined } from '../kernel/facts/kinds.ts'
import { append } from '../kernel/outbox/append.ts'
import { sportsBetReturned, sportsFreeBetReturned } from '../ledger/index.ts'
import { readBonusFate } from '../bonuses/index.ts'
import { afterPosting, type BetRow, labelOf, lockBet, readSelections, replyOf, walletOf } from './internal/bets.ts'
import { actorOf, once } from './internal/calls.ts'
import { returnFreeBet } from './internal/free-bets.ts'
import { partsOf, stakeKey, transfersIn } from './internal/movements.ts'
import { betStates } from './internal/states.ts'

type Call = typeof contract.declineBet
type Answer = Result<ReplyOf<Call>, RefusalOf<Call>>

export async function declineBet(ctx: Ctx, input: VerbInput<Call>): Promise<Answer> {
  const { sportsbook, betId } = input
  return once(ctx, input, async (tx, digest): Promise<Answer> => {
    const now = ctx.clock.now()
    const locked = await lockBet(tx, sportsbook, betId)
    if (!locked) {
      await tx
        .insertInto('sports.tombstones')
        .values({ sportsbook, bet_id: betId, reason: input.reason, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      if (input.replaces !== undefined) await tellStays(tx, { sportsbook, betId: input.replaces, now })
      return ok({ betId, status: 'declined', isApplied: true })
    }
    const { bet, wallet } = locked
    if (bet.status === 'declined') return ok(await replyOf(tx, bet, wallet, { isApplied: false }))
    if (!betStates.may(bet.status as BetStatus, 'declined')) return refuse('betAccepted')
    const label = labelOf(readSelections(bet.selections))
    const { kind, transfers } = await returnOf(tx, bet)
    const posted = await ctx.ledger.postIn(tx, {
      kind,
      transfers,
      wallet: walletOf(bet),
      actor: actorOf(sportsbook),
      idempotencyKey: `decline:${betId}`,
      requestHash: digest,
      reference: { kind: 'bet', id: bet.id, label },
      ...(bet.free_bet_id === null && { returns: stakeKey(betId) }),
      at: now,
    })
    if (!posted.ok) throw new Error(`a stake was not returned: ${posted.refusal}`)
    if (bet.free_bet_id) await returnFreeBet(tx, { id: bet.free_bet_id, bet: bet.id })
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
    await append(tx, {
      channel: playerChannel('game:bets', bet.player_id),
      event: 'game.bet.declined',
      payload: {
        betId: bet.id,
        event: label,
        currency: bet.currency,
        stake: toWire(bet.stake),
      },
      version: now.getTime(),
    })
    return ok(await replyOf(tx, declined, afterPosting(wallet, posted.value), { isApplied: true }))
  })
}

/** A bet that has ended meanwhile has been announced with its result. */
async function tellStays(tx: Tx, { sportsbook, betId, now }: { sportsbook: string; betId: string; now: Date }) {
  const bet = await tx
    .selectFrom('sports.bets')
    .selectAll()
    .where('sportsbook', '=', sportsbook)
    .where('bet_id', '=', betId)
    .where('status', '=', 'accepted')
    .executeTakeFirst()
  if (!bet) return
  await append(tx, {
    channel: playerChannel('game:bets', bet.player_id),
    event: 'game.bet.edit.declined',
    payload: {
      betId: bet.id,
      event: labelOf(readSelections(bet.selections)),
      currency: bet.currency,
      stake: toWire(bet.open_stake),
    },
    version: now.getTime(),
  })
}

/** In the parts in which it was staked. What a bonus staked that has ended is the operator's. */
async function returnOf(tx: Tx, bet: BetRow) {
  const { transfers, move } = transfersIn(walletOf(bet))
  if (bet.free_bet_id) {
    move('open', 'expense', bet.stake)
    return { kind: sportsFreeBetReturned.name, transfers }
  }
  const { cash, bonus } = partsOf(bet, bet.stake)
  const fate = bonus > 0n ? await readBonusFate(tx, bet.bonus_id!) : 'active'
  move('open', 'cash', fate === 'completed' ? cash + bonus : cash)
  if (fate !== 'completed') move('open', fate === 'active' ? 'bonus' : 'expense', bonus)
  return { kind: sportsBetReturned.name, transfers }
}
