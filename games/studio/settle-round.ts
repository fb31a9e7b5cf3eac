/**
 * Drives a real-money round from any state to its end: bet, outcome, win, settled; or rollback, cancelled. Every step
 * is stored before the next one, every call can be repeated, and each change of state is conditional, so that two
 * drivers of one round (the player's request and recovery) do not conflict.
 */
import { sql } from 'kysely'
import { openDraw, playOut } from '../fairness.ts'
import { isStepped } from '../maths.ts'
import { isShared } from '../shared.ts'
import type { Outcome } from '../slot-engine/outcome.ts'
import type { BetCall, OperatorWalletAnswer, WalletCall, WinCall } from './operator-wallet.ts'
import type { StudioCore, StudioParts, Tx } from './parts.ts'
import { leaseMs } from './open-round.ts'
import { continueSharedBet, join } from './shared-bets.ts'
import { begin, continueRound } from './stepped-round.ts'
import { mathsOfRound, readRound, type RoundRow, type RoundState, type StoredRound } from './round-row.ts'

/** `balance` as returned by the last wallet call, if any. */
export type Driven = { round: RoundRow; balance: number | null }

/** A bet is repeated for this long; after that the player has probably left, so the stake is returned instead. */
const betAgainMs = 60_000

export async function settleRound(parts: StudioParts, round: RoundRow): Promise<Driven> {
  switch (round.state) {
    case 'betting':
      return bet(parts, round)
    case 'playing': {
      const next = await (isShared(mathsOfRound(round)) ? continueSharedBet(parts, round) : continueRound(parts, round))
      return next.state === 'playing' ? { round: next, balance: null } : settleRound(parts, next)
    }
    case 'accepted':
      return pay(parts, round)
    case 'cancelling':
      return rollBack(parts, round)
    case 'settled':
    case 'cancelled':
      return { round, balance: null }
  }
}

/**
 * Plays a round that was just opened, in as few writes as possible. Nothing is stored between the bet and the end; a
 * driver that finds the round as `betting` repeats both calls with the same outcome, because the seeds decide it.
 */
export async function playThrough(
  parts: StudioCore,
  round: RoundRow,
  seeds: RoundSeeds,
  country: string | null,
): Promise<Driven> {
  if (isStepped(mathsOfRound(round))) return bet(parts, round, { country })
  if (!parts.wallet.round) {
    const payAtOnce = async (): Promise<Driven> => {
      const outcome = await outcomeOf(round, seeds)
      return end(parts, round, outcome, await parts.wallet.win(winOf(round, outcome.payout)))
    }
    return bet(parts, round, { onAccepted: payAtOnce, country })
  }
  // Calculated before the bet is accepted, and not revealed until the round has ended.
  const outcome = await outcomeOf(round, seeds)
  const answers = await parts.wallet.round({ bet: betOf(round, country), win: winOf(round, outcome.payout) })
  return handleBetAnswer(parts, round, answers.bet, () => end(parts, round, outcome, answers.win))
}

async function end(
  parts: StudioCore,
  round: RoundRow,
  outcome: Outcome,
  answer: OperatorWalletAnswer,
): Promise<Driven> {
  const change = { outcome, payout: outcome.payout }
  if (answer.kind === 'accepted') {
    const isEnded = await parts.rounds.end({ id: round.id, outcome }).catch(() => false)
    const settled: RoundRow | undefined = isEnded
      ? { ...round, state: 'settled', outcome, payout: BigInt(outcome.payout), token: null }
      : await move(parts, round, 'settled', change)
    return { round: settled ?? (await current(parts, round)).round, balance: answer.balance }
  }
  const accepted = await move(parts, round, 'accepted', change)
  return accepted ? wait(parts, accepted, answer) : current(parts, round)
}

/** Sends the bet. Recovery has no request and so no country: the wallet then uses the last one of the session. */
async function bet(
  parts: StudioParts,
  round: RoundRow,
  {
    onAccepted = () => accept(parts, round),
    country = null,
  }: { onAccepted?: () => Promise<Driven>; country?: string | null } = {},
): Promise<Driven> {
  const isStale = parts.clock.now().getTime() - round.created_at.getTime() > betAgainMs
  if (isStale) return cancel(parts, round, 'operatorUnavailable')
  return handleBetAnswer(parts, round, await parts.wallet.bet(betOf(round, country)), onAccepted)
}

async function handleBetAnswer(
  parts: StudioParts,
  round: RoundRow,
  answer: OperatorWalletAnswer,
  onAccepted: () => Promise<Driven>,
): Promise<Driven> {
  const isFirst = round.attempts === 0
  switch (answer.kind) {
    case 'accepted':
      return onAccepted()
    case 'unknown':
      return wait(parts, round, answer)
    // A first call that was rejected or never sent took nothing. An earlier copy of a repeated call may still arrive,
    // so it is rolled back by its id.
    case 'unreachable':
      return isFirst ? close(parts, round, 'operatorUnavailable') : wait(parts, round, answer)
    case 'refused':
      return isFirst ? close(parts, round, answer.name) : cancel(parts, round, answer.name)
  }
}

/** Only an accepted bet gets an outcome, which is derived from the seeds alone, so repeating this gives the same. */
async function accept(parts: StudioParts, round: RoundRow): Promise<Driven> {
  if (isStepped(mathsOfRound(round))) {
    const begun = await (isShared(mathsOfRound(round)) ? join(parts, round.id) : begin(parts, round.id))
    if (begun.state === 'cancelling') return rollBack(parts, begun)
    return begun.state === 'accepted' ? pay(parts, begun) : { round: begun, balance: null }
  }
  const outcome = await decideOutcome(parts.db.kysely, round)
  const accepted = await move(parts, round, 'accepted', { outcome, payout: outcome.payout })
  return accepted ? pay(parts, accepted) : current(parts, round)
}

/** Decides a round of one step. */
export async function decideOutcome(db: Tx | StudioParts['db']['kysely'], round: RoundRow): Promise<Outcome> {
  const {
    rows: [seeds],
  } = await sql<RoundSeeds>`SELECT server_seed, client_seed FROM studio.seeds WHERE id = ${round.seed_id}`.execute(db)
  return outcomeOf(round, seeds!)
}

type RoundSeeds = { server_seed: string; client_seed: string }

async function outcomeOf(round: RoundRow, seeds: RoundSeeds): Promise<Outcome> {
  const draw = await openDraw(seeds.server_seed, seeds.client_seed, Number(round.nonce))
  return playOut(mathsOfRound(round), draw, { stake: Number(round.stake), choice: round.choice })
}

/** Sends the win to the wallet, even if it is zero, because it closes the round. */
async function pay(parts: StudioParts, round: RoundRow): Promise<Driven> {
  const answer = await parts.wallet.win(winOf(round, Number(round.payout)))
  if (answer.kind !== 'accepted') return wait(parts, round, answer)
  const settled = await move(parts, round, 'settled', {})
  return { round: settled ?? (await current(parts, round)).round, balance: answer.balance }
}

async function cancel(parts: StudioParts, round: RoundRow, refusal: string): Promise<Driven> {
  const cancelling = await move(parts, round, 'cancelling', { refusal })
  return cancelling ? rollBack(parts, cancelling) : current(parts, round)
}

async function rollBack(parts: StudioParts, round: RoundRow): Promise<Driven> {
  const answer = await parts.wallet.rollback({
    ...callOf(round, 'rollback'),
    betTransactionId: transactionId(round, 'bet'),
  })
  // The win was paid before the playing process could record it: complete the round.
  if (answer.kind === 'refused' && answer.name === 'betAlreadyPaid') return accept(parts, round)
  if (answer.kind !== 'accepted') return wait(parts, round, answer)
  const cancelled = await move(parts, round, 'cancelled', {})
  return { round: cancelled ?? (await current(parts, round)).round, balance: answer.balance }
}

/**
 * Ends a round whose only bet call took nothing. If another driver has placed the bet meanwhile, the stake is rolled
 * back.
 */
async function close(parts: StudioParts, round: RoundRow, refusal: string): Promise<Driven> {
  const {
    rows: [closed],
  } = await sql<StoredRound>`
    UPDATE studio.rounds SET state = 'cancelled', refusal = ${refusal}, token = NULL, updated_at = ${parts.clock.now()}
    WHERE id = ${round.id} AND state = 'betting' AND attempts = 0 RETURNING *`.execute(parts.db.kysely)
  return closed ? { round: readRound(closed), balance: null } : cancel(parts, round, refusal)
}

/** Claims an open round from its previous driver. Returns undefined if the round is closed. */
export async function claimRound(parts: StudioParts, id: string): Promise<RoundRow | undefined> {
  const { rows } = await sql<StoredRound>`
    UPDATE studio.rounds SET attempts = attempts + 1, next_attempt_at = ${new Date(parts.clock.now().getTime() + leaseMs)}
    WHERE id = ${id} AND state IN ('betting', 'playing', 'accepted', 'cancelling') RETURNING *`.execute(parts.db.kysely)
  return rows[0] && readRound(rows[0])
}

/** Recovery retries, soon at first, at most a minute apart. A rejected win or rollback is a fault for an operator. */
async function wait(parts: StudioParts, round: RoundRow, answer: OperatorWalletAnswer): Promise<Driven> {
  const level = answer.kind === 'refused' ? 'error' : 'warn'
  parts.log[level]({ roundId: round.id, state: round.state, answer }, 'a studio round waits for the wallet')
  const nextAttemptAt = new Date(parts.clock.now().getTime() + Math.min(1_000 * 2 ** round.attempts, 60_000))
  const {
    rows: [row],
  } = await sql<StoredRound>`
    UPDATE studio.rounds SET attempts = attempts + 1, next_attempt_at = ${nextAttemptAt} WHERE id = ${round.id} RETURNING *`.execute(
    parts.db.kysely,
  )
  return { round: readRound(row!), balance: null }
}

type Change = { outcome?: Outcome; payout?: number; refusal?: string }

/** Returns undefined if another driver has advanced the round. */
async function move(parts: StudioParts, from: RoundRow, to: RoundState, change: Change): Promise<RoundRow | undefined> {
  const isClosed = to === 'settled' || to === 'cancelled'
  const { rows } = await sql<StoredRound>`
    UPDATE studio.rounds SET state = ${to}, updated_at = ${parts.clock.now()},
      outcome = COALESCE(${change.outcome ? JSON.stringify(change.outcome) : null}::jsonb, outcome),
      payout = COALESCE(${change.payout ?? null}::bigint, payout),
      refusal = COALESCE(${change.refusal ?? null}, refusal),
      token = CASE WHEN ${isClosed} THEN NULL ELSE token END
    WHERE id = ${from.id} AND state = ${from.state} RETURNING *`.execute(parts.db.kysely)
  return rows[0] && readRound(rows[0])
}

async function current(parts: StudioParts, round: RoundRow): Promise<Driven> {
  const {
    rows: [row],
  } = await sql<StoredRound>`SELECT * FROM studio.rounds WHERE id = ${round.id}`.execute(parts.db.kysely)
  return { round: readRound(row!), balance: null }
}

function transactionId(round: RoundRow, verb: 'bet' | 'win' | 'rollback'): string {
  return `${round.id}-${verb}`
}
const betOf = (round: RoundRow, country: string | null): BetCall => ({
  ...callOf(round, 'bet'),
  amount: Number(round.stake),
  ...(country && { country }),
})
const winOf = (round: RoundRow, amount: number): WinCall => ({
  ...callOf(round, 'win'),
  amount,
  isRoundFinished: true,
})
function callOf(round: RoundRow, verb: 'bet' | 'win' | 'rollback'): WalletCall {
  return {
    token: round.token ?? '',
    currency: round.currency,
    gameId: round.game,
    roundId: round.id,
    transactionId: transactionId(round, verb),
  }
}
