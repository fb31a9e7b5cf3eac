/**
 * Takes a stake. Everything but the launch is decided by the posting call, under the wallet's lock: session,
 * exclusion, country, bonus, free spins, funds.
 */
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
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
import { announceRealityCheck } from './announce-reality-check.ts'
import { publishBonusRefusal } from './internal/publish-bonus-refusal.ts'
import { publishLimit } from './internal/publish-limit.ts'
import { stakeCapsOf } from './internal/stake-caps.ts'

type Call = typeof contract.studioBet

export async function studioBet(
  ctx: Ctx,
  input: VerbInput<Call>,
  terms: OutsideTerms = {},
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  const asked = betOf(ctx, input, terms)
  return asked
    ? answerBet(ctx, input, asked.launch, await ctx.ledger.post(asked.movement))
    : refuse('launchTokenInvalid')
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
    switches: switchesOfCall(ctx, input),
  }
  return { launch, movement: { ...movement, gate } }
}

export async function answerBet(
  ctx: Ctx,
  input: VerbInput<Call>,
  launch: PlayerLaunch,
  posted: PostResult,
): Promise<Result<ReplyOf<Call>, RefusalOf<Call>>> {
  if (posted.ok) return ok(walletAnswer(input, posted.value))
  const played = { playerId: launch.playerId, currency: input.currency, gameId: input.gameId }
  switch (posted.refusal) {
    case 'sessionClosed':
      return refuse('launchTokenInvalid')
    case 'realityCheckDue':
      // Of play on another device, which this page does not know of.
      await ctx.db.transaction((tx) => announceRealityCheck(tx, launch.playerId, ctx.clock.now()))
      return refuse(posted.refusal)
    case 'playerExcluded':
    case 'countryRestricted':
    case 'currencyNotOffered':
    case 'betRolledBack':
    case 'freeSpinsEnded':
    case 'roundClosed':
      return refuse(posted.refusal)
    case 'switchedOff':
      return refuse('gameUnavailable')
    case 'gameExcluded':
      await publishBonusRefusal(ctx, played, 'insufficientFunds')
      return refuse('insufficientFunds')
    case 'maxBetExceeded':
      await publishBonusRefusal(ctx, played, 'maxBetExceeded')
      return refuse('maxBetExceeded')
    case 'betLimitReached':
    case 'lossLimitReached':
    case 'stakeLimitReached':
    case 'playTimeReached':
      await publishLimit(ctx, played, posted.refusal)
      return refuse('limitReached')
    case 'insufficientFunds':
    case 'accountNotFound':
      return refuse('insufficientFunds')
    case 'idempotencyConflict':
      return refuse('transactionConflict')
    default:
      throw new Error(`a bet was refused as ${posted.refusal}`)
  }
}
