/**
 * The wallet as outside studios call it, whatever their protocol: each call becomes the one that the in-house studio
 * makes, decided by the same posting, under the same lock.
 */
import { randomUUID } from 'node:crypto'
import type { CutAmount } from '#contract/exact-number.ts'
import type { StudioRefusal } from '#contract/refusals-of-play.ts'
import type { Ctx, LedgerDeps } from '../../../deps.ts'
import { noteRemainder, playerAddress } from '../../../ledger/index.ts'
import type { GameStudio, LaunchRequest, StudioGame } from '../../../partners/game-studio/port.ts'
import { readFreeSpins } from '../../../bonuses/index.ts'
import { findOpenRound, isRoundOpen } from '../../games/close-round.ts'
import { studioBalance } from '../../games/studio-balance.ts'
import { studioBet } from '../../games/studio-bet.ts'
import { studioRollback } from '../../games/studio-rollback.ts'
import { studioWin } from '../../games/studio-win.ts'
import { isUuid } from './is-uuid.ts'

/** A session that has ended, and a launch that was never valid, are two refusals in the protocols of outside studios. */
export type Refusal = Exclude<StudioRefusal, 'betAlreadyPaid'> | 'tokenExpired'

export type Outcome =
  | {
      ok: true
      playerId: string
      currency: string
      balance: bigint
      /** A rollback that came after the bet was paid: accepted, so that it is not repeated, and without effect. */
      isLate?: boolean
    }
  /** `player` as far as the token names one. */
  | { ok: false; refusal: Refusal; player?: { playerId: string; currency: string } }

export type Caller = {
  ctx: Ctx
  studio: GameStudio
  token: string
  /** As the call names the player. */ user: string | null
}
export type Transaction = { code: string; roundId: string; transactionId: string; currency?: string }

type RealLaunch = LaunchRequest & { playerId: string }

/** How long the bet of a closed round can still be rolled back. */
const closeAfterMs = 15 * 60_000

export async function readBalance(caller: Caller): Promise<Outcome> {
  const { ctx, studio, token } = caller
  const launch = launchOf(caller, ctx.clock.now())
  if (typeof launch === 'string') return { ok: false, refusal: launch }
  const answer = await studioBalance(ctx, { studio: studio.slug, token })
  if (!answer.ok) return { ok: false, refusal: 'tokenExpired' }
  return { ok: true, playerId: launch.playerId, currency: launch.currency, balance: BigInt(answer.value.balance) }
}

/** `reward`: the free round that pays the stake. A stake of zero without one is part of a round that was paid for. */
export async function takeBet(
  caller: Caller,
  transaction: Transaction,
  { amount, reward, isLast }: { amount: bigint; reward: string | null; isLast: boolean },
): Promise<Outcome> {
  const { ctx, studio } = caller
  const launch = launchOf(caller, ctx.clock.now())
  if (typeof launch === 'string') return { ok: false, refusal: launch }
  const player = { playerId: launch.playerId, currency: launch.currency }
  const no = (refusal: Refusal): Outcome => ({ ok: false, refusal, player })
  const game = studio.outside!.findByCode(transaction.code)
  if (!game) return no('gameUnavailable')
  if (differs(transaction, launch)) return no('currencyNotOffered')
  if (!(await mayPlay(caller, game, transaction.roundId))) return no('gameUnavailable')
  const spins = reward === null ? null : await freeRound(ctx, reward, launch, game)
  if (spins === undefined || (reward !== null && amount !== 0n)) return no('freeSpinsEnded')
  const answer = await studioBet(
    ctx,
    { ...callOf(caller, launch, transaction, game), amount: Number(spins?.stake ?? amount) },
    { freeSpins: spins ? `only:${spins.id}` : 'none' },
  )
  // The token was valid, so what has ended is the session.
  if (!answer.ok) return no(answer.refusal === 'launchTokenInvalid' ? 'tokenExpired' : answer.refusal)
  if (isLast) await closeLater(ctx, studio.slug, transaction.roundId, game.slug, player)
  return { ok: true, ...player, balance: BigInt(answer.value.balance) }
}

/** Whatever became of the session: a win is paid however late it arrives. */
export async function payWin(
  caller: Caller,
  transaction: Transaction & { betTransactionId?: string },
  { won, isLast }: { won: CutAmount; isLast: boolean },
): Promise<Outcome> {
  const launch = launchOf(caller, null)
  if (typeof launch === 'string') return { ok: false, refusal: launch }
  const player = { playerId: launch.playerId, currency: launch.currency }
  const game = caller.studio.outside!.findByCode(transaction.code)
  if (!game) return { ok: false, refusal: 'gameUnavailable', player }
  if (differs(transaction, launch)) return { ok: false, refusal: 'currencyNotOffered', player }
  const { betTransactionId } = transaction
  const answer = await studioWin(
    caller.ctx,
    { ...callOf(caller, launch, transaction, game), amount: Number(won.amount), isRoundFinished: isLast },
    betTransactionId === undefined ? {} : { betTransactionId },
  )
  if (!answer.ok) return { ok: false, refusal: answer.refusal, player }
  // Before the answer: a call that fails here is repeated, and the win is not paid again.
  await noteRemainder(caller.ctx, caller.ctx.db.kysely, {
    actor: `studio:${caller.studio.slug}`,
    idempotencyKey: transaction.transactionId,
    currency: launch.currency,
    remainder: won.remainder,
  })
  return { ok: true, ...player, balance: BigInt(answer.value.balance) }
}

export async function rollBack(
  caller: Caller,
  transaction: Transaction & { betTransactionId: string },
): Promise<Outcome> {
  const launch = launchOf(caller, null)
  if (typeof launch === 'string') return { ok: false, refusal: launch }
  const player = { playerId: launch.playerId, currency: launch.currency }
  const game = caller.studio.outside!.findByCode(transaction.code)
  if (!game) return { ok: false, refusal: 'gameUnavailable', player }
  const { betTransactionId } = transaction
  const answer = await studioRollback(caller.ctx, { ...callOf(caller, launch, transaction, game), betTransactionId })
  if (answer.ok) return { ok: true, ...player, balance: BigInt(answer.value.balance) }
  if (answer.refusal !== 'betAlreadyPaid') return { ok: false, refusal: answer.refusal, player }
  await noteLateRollback(caller, transaction)
  return { ok: true, ...player, balance: await readSpendable(caller.ctx, player), isLate: true }
}

/** The studio counts the bet as returned, and the books do not: an operator settles that with the studio. */
async function noteLateRollback(
  { ctx, studio }: Caller,
  { roundId, transactionId, betTransactionId }: Transaction & { betTransactionId: string },
): Promise<void> {
  await ctx.db.kysely
    .insertInto('studios.late_rollbacks')
    .values({
      studio: studio.slug,
      transaction_id: transactionId,
      bet_transaction_id: betTransactionId,
      round_id: roundId,
      at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The studio has no further action in the round. Whatever became of the session, like a win. */
export async function finishRound(caller: Caller, roundId: string): Promise<Outcome> {
  const launch = launchOf(caller, null)
  if (typeof launch === 'string') return { ok: false, refusal: launch }
  const player = { playerId: launch.playerId, currency: launch.currency }
  const { ctx, studio } = caller
  const gameId = await findOpenRound(ctx, { studio: studio.slug, roundId, ...player })
  if (gameId !== null) await closeLater(ctx, studio.slug, roundId, gameId, player)
  return { ok: true, ...player, balance: await readSpendable(ctx, player) }
}

/** Cash and bonus money: what can be staked. */
export async function readSpendable(
  { ledger }: LedgerDeps,
  { playerId, currency }: { playerId: string; currency: string },
): Promise<bigint> {
  const [cash, bonus] = await Promise.all([
    ledger.balance(playerAddress(playerId, 'cash', currency)),
    ledger.balance(playerAddress(playerId, 'bonus', currency)),
  ])
  return cash + bonus
}

/** Calls of studios come from no browser. */
export function studioCtx(deps: Omit<Ctx, 'caller'>, studio: string, ip: string): Ctx {
  return {
    ...deps,
    caller: {
      requestId: randomUUID(),
      ip,
      userAgent: studio,
      country: null,
      locale: 'en',
      bearer: null,
      captcha: null,
      player: null,
    },
  }
}

function launchOf(
  { studio, token, user }: Caller,
  now: Date | null,
): RealLaunch | 'launchTokenInvalid' | 'tokenExpired' {
  const launch = studio.readLaunch(token, { now: null })
  if (!launch || launch.mode !== 'real' || !launch.playerId) return 'launchTokenInvalid'
  // Another player's token is no token for this player.
  if (user !== null && user !== launch.playerId) return 'launchTokenInvalid'
  if (now && !studio.readLaunch(token, { now })) return 'tokenExpired'
  return { ...launch, playerId: launch.playerId }
}

const differs = ({ currency }: Transaction, launch: LaunchRequest) =>
  currency !== undefined && currency !== launch.currency

const callOf = (
  { studio, token }: Caller,
  { currency }: LaunchRequest,
  { roundId, transactionId }: Transaction,
  game: StudioGame,
) => ({ studio: studio.slug, token, currency, gameId: game.slug, roundId, transactionId })

/** In a game that is no longer offered, open rounds are played to their end and none begins. */
async function mayPlay({ ctx, studio }: Caller, { outside }: StudioGame, roundId: string): Promise<boolean> {
  return outside?.isOffered === true || isRoundOpen(ctx, studio.slug, roundId)
}

/**
 * Undefined if the reward is none of this player's free spins in this game; whether any is left is decided by the
 * posting.
 */
async function freeRound(ctx: Ctx, reward: string, { playerId, currency }: RealLaunch, game: StudioGame) {
  const [spins] = isUuid(reward) ? await readFreeSpins(ctx, [reward]) : []
  const isTheirs = spins?.playerId === playerId && spins.currency === currency && spins.gameId === game.slug
  return isTheirs ? spins : undefined
}

async function closeLater(
  { db, clock }: Ctx,
  studio: string,
  roundId: string,
  gameId: string,
  { playerId, currency }: { playerId: string; currency: string },
): Promise<void> {
  await db.kysely
    .insertInto('studios.closing_rounds')
    .values({
      studio,
      round_id: roundId,
      game_id: gameId,
      player_id: playerId,
      currency,
      close_at: new Date(clock.now().getTime() + closeAfterMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
