/**
 * Opens a game: returns a signed launch for the frame. Demo needs no session; real money needs one, and an account in
 * a currency of the game.
 */
import { randomUUID } from 'node:crypto'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import { toWire } from '#contract/money.ts'
import { AccountStatus } from '#contract/wallet.ts'
import type { Ctx, PlayerCtx } from '../../deps.ts'
import { findOpenRounds } from '../../ledger/index.ts'
import {
  type FreeRounds,
  type FreeRoundsRefusal,
  type GameStudio,
  type LaunchPlace,
  type LaunchRequest,
  type StudioGame,
  type TermsKind,
  termsKindOf,
} from '../../partners/game-studio/port.ts'
import { isMobile } from '../../identity/index.ts'
import { baseCurrency, isRestrictedGame, offeredCurrencyOf, restrictionOf } from '../../reference/index.ts'
import { isLocale } from '../../kernel/locales.ts'
import { isExcluded } from '../../protection/index.ts'
import { listAccounts, readActiveCurrency } from '../../wallet/index.ts'
import { type ActiveFreeSpins, activeFreeSpins, type AtGame, isStakedWithBonus } from '../../bonuses/index.ts'
import { noteFreeRounds } from './free-rounds.ts'
import { findGame } from './internal/catalogue.ts'
import { switchesFor } from './internal/switches.ts'
import { beginPlaySession } from './begin-play-session.ts'
import { lawOf } from './internal/law.ts'
import { ensureRealityCheck, isRealityCheckDue } from './internal/reality-check.ts'

type Play = typeof contract.playGame

export async function playGame(ctx: Ctx, input: VerbInput<Play>): Promise<Result<ReplyOf<Play>, RefusalOf<Play>>> {
  const entry = findGame(ctx, input.id)
  if (!entry) return refuse('gameNotFound')
  const { studio, game } = entry
  if (isRestrictedGame(ctx.settings, game.slug, ctx.caller.country) && !(await mayFinish(ctx, input.mode, game.slug)))
    return refuse('gameRestricted')
  if (ctx.caller.country !== null && game.outside?.blockedCountries.includes(ctx.caller.country))
    return refuse('gameRestricted')
  if (!(await lawOf(ctx))(game) && !(await mayFinish(ctx, input.mode, game.slug))) return refuse('gameRestricted')
  if ((await switchesFor(ctx))(entry) && !(await mayFinish(ctx, input.mode, game.slug)))
    return refuse('gameUnavailable')
  if (input.mode === 'real' && restrictionOf(ctx.settings, ctx.caller.country).restrict) return refuse('gameRestricted')
  const locale = input.locale ?? ctx.caller.locale
  const look = { game: game.slug, locale: isLocale(locale) ? locale : 'en', theme: input.theme ?? 'dark' }
  const now = ctx.clock.now()

  if (input.mode === 'demo') {
    if (ctx.caller.player && (await isExcluded(ctx, ctx.caller.player.id))) return refuse('playerExcluded')
    if (game.outside?.hasDemo === false) return refuse('noDemo')
    const currency = input.currency ?? (await demoCurrency(ctx, game))
    if (!takes(game, currency)) return refuse('currencyNotSupported')
    const launch = { ...look, playerId: null, sessionId: randomUUID(), currency, mode: 'demo' } as const
    const opened = await studio.launchUrl(launch, now, placeOf(ctx))
    return opened.ok ? ok({ url: opened.value, mode: 'demo', funds: { kind: 'cash' } }) : refuse('studioUnavailable')
  }
  const { player } = ctx.caller
  if (!player) return refuse('sessionRequired')
  if ((await isExcluded(ctx, player.id)) && !(await mayFinish(ctx, input.mode, game.slug)))
    return refuse('playerExcluded')
  if (await isRealityCheckDue(ctx, player.id)) return refuse('realityCheckDue')
  const accounts = await listAccounts(ctx as PlayerCtx)
  const account = accounts.ok
    ? accounts.value.find((each) =>
        input.currency ? each.currency === input.currency : each.status === AccountStatus.active,
      )
    : undefined
  if (!account) return refuse('noActiveAccount')
  const { currency } = account
  if (!takes(game, currency) || !ctx.reference.isOffered(currency)) return refuse('currencyNotSupported')
  const at = { playerId: player.id, currency, gameId: game.slug, gameKind: termsKindOf(game.kind) }
  const mayUseSpins = input.funds !== 'cash' && game.outside?.hasFreeRounds !== false
  const spins = mayUseSpins ? await activeFreeSpins(ctx, at) : null
  await noteLaunch(ctx, player.id, game.slug, now)
  await beginPlaySession(ctx as PlayerCtx)
  await ensureRealityCheck(ctx.db.kysely, ctx, player.id)
  const seat = { ...look, playerId: player.id, sessionId: player.sessionId, currency, mode: 'real' as const }
  if (spins) {
    const opened = await openWithSpins(ctx, { studio, game }, seat, spins)
    if (opened.ok) return ok({ url: opened.value, mode: 'real', funds: fundsOfSpins(spins) })
    if (opened.refusal !== 'freeRoundsRefused') return refuse(opened.refusal)
  }
  const opened = await studio.launchUrl({ ...seat, freeSpins: null }, now, placeOf(ctx))
  return opened.ok
    ? ok({ url: opened.value, mode: 'real', funds: await fundsOf(ctx, at) })
    : refuse('studioUnavailable')
}

/** A refusal of the spins by an outside studio blocks no launch: it is for money, and states that. */
async function openWithSpins(
  ctx: Ctx,
  { studio, game }: { studio: GameStudio; game: StudioGame },
  seat: LaunchRequest & { playerId: string },
  spins: ActiveFreeSpins,
): Promise<Result<string, FreeRoundsRefusal>> {
  const freeRounds = game.outside ? freeRoundsOf(spins, seat.playerId, seat.currency, game.slug) : null
  if (freeRounds) await noteFreeRounds(ctx, studio, freeRounds)
  const place = { ...placeOf(ctx), ...(freeRounds && { freeRounds }) }
  const opened = await studio.launchUrl({ ...seat, freeSpins: { stake: toWire(spins.stake) } }, ctx.clock.now(), place)
  if (!opened.ok && opened.refusal === 'freeRoundsRefused')
    ctx.log.warn({ studio: studio.slug, game: game.slug, freeSpins: spins.id }, 'a studio refused free rounds')
  return opened
}

/** Free spins come first, so that nobody stakes money who meant to play them. */
function fundsOfSpins({ stake, total, used }: ActiveFreeSpins): contract.Funds {
  return { kind: 'freeSpins', stake: toWire(stake), remaining: total - used, total }
}

async function fundsOf(ctx: Ctx, at: AtGame & { gameKind: TermsKind }): Promise<contract.Funds> {
  return { kind: (await isStakedWithBonus(ctx, at)) ? 'bonus' : 'cash' }
}

function freeRoundsOf(spins: ActiveFreeSpins, playerId: string, currency: string, game: string): FreeRounds {
  return { id: spins.id, playerId, currency, game, stake: spins.stake, count: spins.total, expiresAt: spins.expiresAt }
}

function placeOf({ caller, settings }: Ctx): LaunchPlace {
  const { ip, country, userAgent } = caller
  return { ip, country, isMobile: isMobile(userAgent), siteUrl: settings.publicUrl }
}

/** A round that is open is finished; nothing else is staked, because bets are refused. */
async function mayFinish({ db, caller }: Ctx, mode: LaunchRequest['mode'], gameId: string): Promise<boolean> {
  if (mode === 'demo' || !caller.player) return false
  const open = await findOpenRounds(db.kysely, caller.player.id)
  return open.some((round) => round.game_id === gameId)
}

/** The currency in which the player plays, or that of a guest's country; the base currency where the game has neither. */
async function demoCurrency(ctx: Ctx, game: StudioGame): Promise<string> {
  const { caller, settings, reference, db } = ctx
  const own = caller.player && (await readActiveCurrency(db.kysely, caller.player.id))
  const currency = own ?? offeredCurrencyOf(reference, caller.country ?? settings.defaultCountry)
  return takes(game, currency) ? currency : baseCurrency
}

function takes(game: StudioGame, currency: string): boolean {
  const named = game.outside?.currencies
  if (named) return named.length === 0 || named.includes(currency)
  return game.stakes.some((stake) => stake.currency === currency)
}

async function noteLaunch(ctx: Ctx, playerId: string, gameId: string, now: Date): Promise<void> {
  await ctx.db.kysely
    .insertInto('games.launches')
    .values({ player_id: playerId, game_id: gameId, launched_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['player_id', 'game_id'])
        .doUpdateSet((row) => ({ launched_at: now, count: row('games.launches.count', '+', 1) })),
    )
    .execute()
}
