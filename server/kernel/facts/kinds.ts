/**
 * Every kind of fact, typed from writer to consumer. Money needs no kinds: `ledger.movements` is its fact, and
 * `games.settled_rounds` contains the rounds.
 */
import { z } from 'zod'
import { CurrencyCode } from '#contract/money.ts'
import { fact, FactAmount } from './fact.ts'

export const playerRegistered = fact('playerRegistered', {
  subject: 'player',
  data: z.object({ currency: CurrencyCode, country: z.string() }),
})
export const sessionOpened = fact('sessionOpened', {
  subject: 'session',
  data: z.object({ method: z.string(), country: z.string().nullable() }),
})
export const accountClosed = fact('accountClosed', { subject: 'player', data: z.object({}) })

const Payment = z.object({ currency: CurrencyCode, amount: FactAmount, method: z.string() })
export const depositSettled = fact('depositSettled', {
  subject: 'invoice',
  /** `isFirst`: the player had no successful deposit before, in any currency. */
  data: Payment.extend({ isFirst: z.boolean() }),
})
export const withdrawalRequested = fact('withdrawalRequested', { subject: 'invoice', data: Payment })
export const withdrawalSettled = fact('withdrawalSettled', {
  subject: 'invoice',
  /** `isCancelled`: by the player. */
  data: Payment.extend({ isPaid: z.boolean(), isCancelled: z.boolean().optional() }),
})

export const bonusGranted = fact('bonusGranted', {
  subject: 'player bonus',
  data: z.object({ bonusId: z.string(), currency: CurrencyCode, amount: FactAmount }),
})
export const bonusFinished = fact('bonusFinished', {
  subject: 'player bonus',
  data: z.object({ bonusId: z.string(), currency: CurrencyCode, result: z.int() }),
})
export const freespinsGranted = fact('freespinsGranted', {
  subject: 'player free spin',
  data: z.object({ bonusId: z.string(), gameId: z.string(), count: z.int() }),
})
export const freespinsFinished = fact('freespinsFinished', {
  subject: 'player free spin',
  data: z.object({ bonusId: z.string(), used: z.int(), result: z.int() }),
})

/** Its reward was earned. */
export const questCompleted = fact('questCompleted', {
  subject: 'player quest',
  data: z.object({ quest: z.string() }),
})
/** Of no player. */
export const tournamentStarted = fact('tournamentStarted', { subject: 'tournament', data: z.object({}) })

/** `source`: quest, level, tournament, …; `amount`: subunits of cash, or points; 0 for an offer. */
export const rewardGranted = fact('rewardGranted', {
  subject: 'reward',
  data: z.object({
    source: z.string(),
    reward: z.string(),
    currency: CurrencyCode.nullable(),
    amount: FactAmount,
  }),
})

/** The amount of a limit on time of play is in minutes, without a currency. */
const LimitTerms = z.object({
  definition: z.int(),
  period: z.string(),
  currency: CurrencyCode.nullable(),
  amount: FactAmount,
})
/** `isForced`: set by an operator, who has told the player. */
export const limitSet = fact('limitSet', {
  subject: 'limit',
  data: LimitTerms.extend({ isForced: z.boolean().optional() }),
})
/** The terms that it had. */
export const limitRemoved = fact('limitRemoved', { subject: 'limit', data: LimitTerms })
/** A deposit was refused because it exceeded a limit. */
export const limitReached = fact('limitReached', {
  subject: 'player',
  data: z.object({ currency: CurrencyCode }),
})
/** A cooling-off period or a self-exclusion. */
export const exclusionStarted = fact('exclusionStarted', {
  subject: 'limit',
  data: z.object({ definition: z.int(), period: z.string(), endsAt: z.iso.datetime().nullable() }),
})

export const documentDecided = fact('documentDecided', {
  subject: 'document',
  data: z.object({ decision: z.enum(['approved', 'declined']) }),
})
export const identityDecided = fact('identityDecided', {
  subject: 'player',
  data: z.object({ status: z.string() }),
})

/** The player, or someone close, has voiced a concern about the player's play; recorded by an operator. */
export const concernRecorded = fact('concernRecorded', { subject: 'concern', data: z.object({}) })

/** A stake was taken for a sports bet; the bet may still be declined. */
export const sportsBetPlaced = fact('sportsBetPlaced', {
  subject: 'bet',
  data: z.object({
    currency: CurrencyCode,
    stake: FactAmount,
    selections: z.int(),
    isLive: z.boolean(),
    /** What a unit stake returns if every selection wins, in thousandths: the bet's odds, as the slip shows them. */
    odds: FactAmount,
  }),
})
/** Its stake was returned, and counts for nothing. */
export const sportsBetDeclined = fact('sportsBetDeclined', {
  subject: 'bet',
  data: z.object({ currency: CurrencyCode, stake: FactAmount }),
})
/** Settled, cashed out, voided or opened again; also each correction. Consumers add up the differences. */
export const sportsBetDecided = fact('sportsBetDecided', {
  subject: 'bet',
  data: z.object({
    currency: CurrencyCode,
    status: z.enum(['accepted', 'settled', 'cashedOut', 'voided']),
    stake: FactAmount,
    /** The stake that this decision ended; below zero if it opened the bet again. */
    decidedStake: FactAmount,
    /** Of the bet in all, and the difference that this decision made. */
    payout: FactAmount,
    change: FactAmount,
  }),
})
