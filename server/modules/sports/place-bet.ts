/**
 * Takes the stake of a bet. The token names player, session and currency; everything else about the player is decided
 * by the posting call, under the wallet's lock: session, exclusion, country, reality check, limits, funds.
 */
import { randomUUID } from 'node:crypto'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { toSubunits } from '#contract/money.ts'
import { playerChannel } from '#contract/channels.ts'
import type * as contract from '#contract/sportsbook.ts'
import { highestPayout, slipFault } from '#contract/settlement/settle.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { record } from '../../facts/fact.ts'
import { sportsBetPlaced } from '../../facts/kinds.ts'
import { sportsBet } from '../../ledger/kinds.ts'
import type { LimitRefusal, PostRefusal } from '../../ledger/ledger.ts'
import { lockWallets } from '../../ledger/lock-wallets.ts'
import { append } from '../../outbox/append.ts'
import type { ClientToken } from '../../partners/sportsbook/port.ts'
import { barredCountriesOf } from '../reference/country.ts'
import { type BetRow, isPayable, lockBet, replyOf, slipOf } from './internal/bets.ts'
import { actorOf, findSportsbook, once } from './internal/calls.ts'
import { missingBet } from './internal/missing-bet.ts'
import { stakeKey } from './internal/movements.ts'

type Call = typeof contract.placeBet
type Input = VerbInput<Call>
type Answer = Result<ReplyOf<Call>, RefusalOf<Call>>

/** Sports are restricted by country under this name, like a game. */
const restrictedAs = 'sportsbook'

export async function placeBet(ctx: Ctx, input: Input): Promise<Answer> {
  return once(ctx, input, async (tx, digest): Promise<Answer> => {
    const client = findSportsbook(ctx, input.sportsbook)?.readToken(input.token, ctx.clock.now())
    if (!client || client.currency !== input.currency) return refuse('tokenInvalid')
    if (!isSlip(input)) return refuse('slipInvalid')
    if (input.freeBetId !== undefined) return refuse('freeBetNotAccepted')
    if (await lockBet(tx, input.sportsbook, input.betId)) return refuse('betExists')
    if ((await missingBet(tx, input)) === 'betDeclined') return refuse('betDeclined')
    await lockWallets(tx, client.playerId)
    const id = randomUUID()
    const posted = await ctx.ledger.postIn(tx, {
      ...sportsBet.of({ playerId: client.playerId, currency: client.currency, amount: toSubunits(input.stake) }),
      actor: actorOf(input.sportsbook),
      idempotencyKey: stakeKey(input.betId),
      requestHash: digest,
      reference: { kind: 'bet', id, label: labelOf(input) },
      gate: { sessionId: client.sessionId, barredCountries: barredCountriesOf(ctx.settings, restrictedAs) },
      at: ctx.clock.now(),
    })
    if (!posted.ok) return refusalOf(ctx, tx, client, posted.refusal)
    const bet = await insertBet(ctx, tx, { ...input, id }, client)
    await record(tx, sportsBetPlaced, {
      player: client.playerId,
      subject: bet.id,
      data: {
        currency: bet.currency,
        stake: bet.stake,
        selections: input.selections.length,
        isLive: input.selections.some(({ isLive }) => isLive),
        odds: (highestPayout(slipOf(input)) * 1000n) / bet.stake,
      },
    })
    return ok(await replyOf(tx, bet, { isApplied: true }))
  })
}

function isSlip(input: Input): boolean {
  const ids = new Set(input.selections.map(({ id }) => id))
  const slip = slipOf(input)
  return ids.size === input.selections.length && slipFault(slip) === null && isPayable(slip, input.maximumPayout)
}

async function insertBet(ctx: Ctx, tx: Tx, input: Input & { id: string }, { playerId }: ClientToken): Promise<BetRow> {
  const now = ctx.clock.now()
  return tx
    .insertInto('sports.bets')
    .values({
      id: input.id,
      sportsbook: input.sportsbook,
      bet_id: input.betId,
      player_id: playerId,
      currency: input.currency,
      status: 'held',
      kind: input.kind,
      system_sizes: input.systemSizes,
      is_each_way: input.isEachWay,
      selections: JSON.stringify(input.selections),
      odds_policy: input.oddsPolicy,
      stake: BigInt(input.stake),
      open_stake: BigInt(input.stake),
      maximum_payout: BigInt(input.maximumPayout),
      placed_at: now,
      changed_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What the player's ledger calls the bet: its event, or the first of several. */
function labelOf({ selections }: Input): string {
  const [first, ...others] = selections
  return others.length > 0 ? `${first!.names.event} +${others.length}` : first!.names.event
}

const limits = {
  betLimitReached: 'bet',
  lossLimitReached: 'loss',
  stakeLimitReached: 'stake',
  playTimeReached: 'playTime',
} as const satisfies Record<LimitRefusal, string>

async function refusalOf(ctx: Ctx, tx: Tx, { playerId }: ClientToken, refusal: PostRefusal): Promise<Answer> {
  switch (refusal) {
    case 'sessionClosed':
      return refuse('tokenInvalid')
    case 'playerExcluded':
    case 'realityCheckDue':
    case 'countryRestricted':
    case 'currencyNotOffered':
      return refuse(refusal)
    case 'insufficientFunds':
    case 'accountNotFound':
      return refuse('insufficientFunds')
    case 'betLimitReached':
    case 'lossLimitReached':
    case 'stakeLimitReached':
    case 'playTimeReached':
      // To the player's page, which says which limit it was; the sportsbook is told no more than it needs.
      await append(tx, {
        channel: playerChannel('game:bets', playerId),
        event: 'game.bet.limit.reached',
        payload: { gameIdentity: restrictedAs, limit: limits[refusal] },
        version: ctx.clock.now().getTime(),
      })
      return refuse('limitReached')
    default:
      throw new Error(`a bet on sports was refused as ${refusal}`)
  }
}
