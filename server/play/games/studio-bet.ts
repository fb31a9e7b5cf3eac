/**
 * Takes a stake. Everything but the launch is decided by the posting call, under the wallet's lock: session,
 * exclusion, country, bonus, free spins, funds.
 */
import { ok, refuse, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import { eventOf, nameTo, type NameTo } from '#contract/refusals-of-play.ts'
import type { Ctx } from '../../deps.ts'
import type { Movement, PostResult } from '../../ledger/index.ts'
import {
  barredCountriesAt,
  movementOf,
  type OutsideTerms,
  type PlayerLaunch,
  readPlayerLaunch,
  switchesOfCall,
  walletAnswer,
} from './internal/studio-call.ts'
import { announceRefusal } from './announce-refusal.ts'
import { stakeCapsOf, ticketsBarred } from './internal/stake-caps.ts'

type Call = typeof contract.studioBet

export async function studioBet(
  ctx: Ctx,
  input: VerbInput<Call>,
  terms: OutsideTerms = {},
): Promise<Result<ReplyOf<Call>, NameTo<'bet'>>> {
  const bet = betOf(ctx, input, terms)
  return bet ? answerBet(ctx, input, bet.launch, await ctx.ledger.post(bet.movement)) : refuse('launchTokenInvalid')
}

/** Null if the launch of the call is not valid for a bet. */
export function betOf(
  ctx: Ctx,
  input: VerbInput<Call>,
  terms: OutsideTerms = {},
): { launch: PlayerLaunch; movement: Movement } | null {
  const launch = readPlayerLaunch(ctx, input, ctx.clock.now())
  if (!launch) return null
  const movement = movementOf(ctx, input, launch, { kind: 'bet', amount: input.amount, isFinished: false })
  const freeSpins = terms.freeSpins ?? launch.freeSpins
  const gate = {
    sessionId: launch.sessionId,
    barredCountries: barredCountriesAt(ctx, input),
    ...(input.country && { country: input.country }),
    ...(freeSpins && { freeSpins }),
    ...stakeCapsOf(ctx, input),
    ...ticketsBarred(ctx),
    switches: switchesOfCall(ctx, input),
  }
  return { launch, movement: { ...movement, gate } }
}

export async function answerBet(
  ctx: Ctx,
  input: VerbInput<Call>,
  launch: PlayerLaunch,
  posted: PostResult,
): Promise<Result<ReplyOf<Call>, NameTo<'bet'>>> {
  if (posted.ok) return ok(walletAnswer(input, posted.value))
  const { refusal } = posted
  const name = nameTo('bet', refusal)
  if (eventOf(refusal)) {
    const { playerId } = launch
    const stake = { playerId, currency: input.currency, gameIdentity: input.gameId, at: ctx.clock.now() }
    await ctx.db.transaction((tx) => announceRefusal(tx, stake, refusal))
  }
  return refuse(name)
}
