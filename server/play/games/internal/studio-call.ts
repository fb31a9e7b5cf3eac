/** Shared by all wallet calls of a studio: the signature, the launch of the token, and the response. */
import { createHash } from 'node:crypto'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { type Subunits, toWire } from '#contract/money.ts'
import type { Ctx, Deps } from '../../../deps.ts'
import type { PartnerCtx } from '../../../kernel/http/bind.ts'
import { bet, house, type Movement, player, type Posting, rollback, type SpinRule, win } from '../../../ledger/index.ts'
import { type GameStudio, type StudioGame, type TermsKind, termsKindOf } from '../../../partners/game-studio/port.ts'
import { switchesOf } from './switches.ts'
import { barredCountriesOf } from '../../../reference/index.ts'

export async function verifyStudioCall(
  ctx: PartnerCtx,
  params: Record<string, string>,
): Promise<Result<void, 'signatureInvalid' | 'unknownStudio'>> {
  const studio = findStudio(ctx, params.studio ?? '')
  if (!studio) return refuse('unknownStudio')
  return studio.isGenuine({ ...ctx.partner, now: ctx.clock.now() }) ? ok() : refuse('signatureInvalid')
}

export function findStudio({ partners }: Deps, slug: string): GameStudio | undefined {
  return partners.gameStudios.find((studio) => studio.slug === slug)
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isUuid = (text: string): boolean => uuidPattern.test(text)

export type StudioCall = {
  studio: string
  token: string
  currency: string
  gameId: string
  roundId: string
  transactionId: string
}
export type PlayerLaunch = {
  playerId: string
  sessionId: string
  currency: string
  /** The funds chosen at launch; absent if free spins were not involved. */
  freeSpins?: SpinRule
}

/** The player of a call. `now` is omitted for calls that are accepted at any time: a win, a rollback. */
export function readPlayerLaunch(
  ctx: Ctx,
  call: Pick<StudioCall, 'studio' | 'token'> & Partial<StudioCall>,
  now: Date | null,
): PlayerLaunch | null {
  const studio = findStudio(ctx, call.studio)
  const launch = studio?.readLaunch(call.token, { now })
  if (!launch || launch.mode !== 'real' || !launch.playerId) return null
  if (!isUuid(launch.playerId) || !isUuid(launch.sessionId)) return null
  if (call.currency !== undefined && call.currency !== launch.currency) return null
  // Players of an outside studio move between its games within one launch.
  if (call.gameId !== undefined && call.gameId !== launch.game && !studio!.outside?.find(call.gameId)) return null
  const { playerId, sessionId, currency, freeSpins } = launch
  return { playerId, sessionId, currency, ...(freeSpins !== undefined && { freeSpins: freeSpins ? 'only' : 'none' }) }
}

/** What a call of an outside studio adds to those of the in-house one. */
export type OutsideTerms = { freeSpins?: SpinRule; betTransactionId?: string }

export function movementOf(
  ctx: Ctx,
  call: StudioCall,
  launch: PlayerLaunch,
  move: {
    kind: 'bet' | 'win' | 'rollback'
    amount: number
    isFinished: boolean
    betTransactionId?: string
  },
): Movement {
  const wallet = { playerId: launch.playerId, currency: call.currency }
  const [cash, bank] = [player.cash.of(wallet), gamesAccount.of(wallet)]
  const amount = BigInt(move.amount) as Subunits
  const sides = move.kind === 'bet' ? { from: cash, to: bank } : { from: bank, to: cash }
  const { label, ...terms } = termsOf(ctx, call)
  return {
    kind: kinds[move.kind].name,
    actor: `studio:${call.studio}`,
    idempotencyKey: call.transactionId,
    // Without the token: a call repeated with a newer launch is still the same call.
    requestHash: digest([
      move.kind,
      launch.playerId,
      call.currency,
      call.gameId,
      call.roundId,
      move.amount,
      move.isFinished,
      move.betTransactionId ?? null,
    ]),
    reference: { kind: 'round', id: call.roundId, ...(label ? { label } : {}) },
    transfers: amount > 0n ? [{ ...sides, amount }] : [],
    at: ctx.clock.now(),
    round: {
      id: call.roundId,
      studio: call.studio,
      gameId: call.gameId,
      playerId: launch.playerId,
      currency: call.currency,
      isFinished: move.isFinished,
      transactionId: call.transactionId,
      ...(move.betTransactionId ? { betTransactionId: move.betTransactionId } : {}),
      ...terms,
    },
  }
}

const kinds = { bet, win, rollback }
const gamesAccount = house('games')

type GameTerms = { label: string | undefined; highestMultiplier: number; gameKind?: TermsKind }
const known = new WeakMap<GameStudio, Map<string, GameTerms>>()

/** Cached: the in-house catalogue does not change while the process runs. */
function termsOf(ctx: Ctx, { studio: slug, gameId }: StudioCall): GameTerms {
  const studio = findStudio(ctx, slug)!
  if (studio.outside) return readTerms(ctx, studio.outside.find(gameId))
  let games = known.get(studio)
  if (!games) known.set(studio, (games = new Map()))
  const found = games.get(gameId)
  if (found) return found
  const game = studio.games.find((each) => each.slug === gameId)
  const terms = readTerms(ctx, game)
  if (game) games.set(gameId, terms)
  return terms
}

function readTerms(ctx: Ctx, game: StudioGame | undefined): GameTerms {
  return {
    label: game?.text('en').name,
    highestMultiplier: Math.max(game?.maxWinMultiplier ?? ctx.settings.maxWinMultiplier, game?.replacedMaxWin ?? 0),
    ...(game && { gameKind: termsKindOf(game.kind) }),
  }
}

/** The operator's restrictions of a game, and those of its studio. */
export function barredCountriesAt(ctx: Ctx, { studio, gameId }: Pick<StudioCall, 'studio' | 'gameId'>): string {
  const barred = barredCountriesOf(ctx.settings, gameId)
  const blocked = findStudio(ctx, studio)?.outside?.find(gameId)?.outside?.blockedCountries ?? []
  return blocked.length > 0 ? [barred, ...blocked].join() : barred
}

/** The names by which an operator may have switched off the game of a call. */
export function switchesOfCall(ctx: Ctx, { studio: slug, gameId }: Pick<StudioCall, 'studio' | 'gameId'>): string[] {
  const studio = findStudio(ctx, slug)!
  return switchesOf({ studio, game: studio.outside?.find(gameId) ?? { slug: gameId } })
}

/** Cash and bonus: what the player may stake. */
export function walletAnswer(call: StudioCall, { balances, isReplay }: Posting) {
  const { cash, bonus } = balances!
  return {
    balance: toWire(cash + bonus),
    currency: call.currency,
    transactionId: call.transactionId,
    isReplay,
  }
}

function digest(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
