/**
 * The catalogue: every game of every studio, with its indexes. Built once for the studios' lists, and again when one of
 * them is replaced: a request never walks ten thousand games to find one.
 */
import type { Game, GamesSort } from '#contract/games.ts'
import type { Ctx, Deps } from '../../../deps.ts'
import type { GameStudio, StudioGame } from '../../../partners/game-studio/port.ts'
import { switchesFor } from './switches.ts'
import { membershipOf } from './collections.ts'
import { lawOf } from './law.ts'
import { popularGames } from './popularity.ts'

export type Maker = { slug: string; name: string }
export type Entry = { studio: GameStudio; game: StudioGame; maker: Maker; isNew: boolean }
export type Catalogue = {
  /** In the order of the lobby. */
  entries: readonly Entry[]
  bySlug: ReadonlyMap<string, Entry>
  /** The latest release first. */
  newest: readonly Entry[]
  byMaker: ReadonlyMap<string, readonly Entry[]>
}

/** At most a quarter of the games is new, so that the badge is meaningful in a small catalogue too. */
const newShare = 1 / 4
const mostNew = 48
const newForMs = 90 * 86_400_000

type Lists = ReadonlyArray<readonly StudioGame[]>
const known = new WeakMap<GameStudio[], { lists: Lists; catalogue: Catalogue }>()

type Needs = { partners: Pick<Deps['partners'], 'gameStudios'> }

export function catalogueOf({ partners: { gameStudios } }: Needs): Catalogue {
  const lists = gameStudios.map(({ games }) => games)
  const cached = known.get(gameStudios)
  if (cached && cached.lists.length === lists.length && lists.every((list, index) => list === cached.lists[index]))
    return cached.catalogue
  const catalogue = buildCatalogue(gameStudios)
  known.set(gameStudios, { lists, catalogue })
  return catalogue
}

function buildCatalogue(gameStudios: GameStudio[]): Catalogue {
  const bySlug = new Map<string, Entry>()
  for (const studio of gameStudios)
    for (const game of studio.games)
      // Of two games with one id the first is offered: a studio cannot replace another's game.
      if (!bySlug.has(game.slug))
        bySlug.set(game.slug, {
          studio,
          game,
          maker: game.maker ?? { slug: studio.slug, name: studio.name },
          isNew: false,
        })
  const entries = [...bySlug.values()]
  const newest = entries.toSorted((one, other) => dayOf(other) - dayOf(one))
  const newSince = newest[0] ? dayOf(newest[0]) - newForMs : 0
  for (const entry of newest.slice(0, Math.min(mostNew, Math.ceil(entries.length * newShare))))
    entry.isNew = dayOf(entry) > 0 && dayOf(entry) >= newSince
  return { entries, bySlug, newest, byMaker: Map.groupBy(entries, ({ maker }) => maker.slug) }
}

/** An unknown day comes last. */
function dayOf({ game: { releasedOn } }: Entry): number {
  return releasedOn === null ? 0 : Date.parse(releasedOn) || 0
}

export function findGame(deps: Needs, id: string): Entry | undefined {
  return catalogueOf(deps).bySlug.get(id)
}

export function findGames(deps: Needs, ids: string[]): Entry[] {
  const { bySlug } = catalogueOf(deps)
  return ids.flatMap((id) => bySlug.get(id) ?? [])
}

/**
 * Not what a studio blocks in the visitor's country, the law excludes or an operator has switched off: it could be found,
 * and never played.
 */
export async function offeredTo(ctx: Ctx): Promise<(entry: Entry) => boolean> {
  const { country } = ctx.caller
  const [isLawful, isOff] = [await lawOf(ctx), await switchesFor(ctx)]
  return ({ studio, game }) =>
    !isOff({ studio, game }) &&
    (country === null || !game.outside?.blockedCountries.includes(country)) &&
    isLawful(game)
}

const orders = new WeakMap<Catalogue, Map<string, readonly Entry[]>>()

/** The whole catalogue in an order; each is sorted once. */
export async function sortedGames(ctx: Ctx, sort: GamesSort): Promise<readonly Entry[]> {
  const catalogue = catalogueOf(ctx)
  if (sort === 'popular') return popularGames(ctx, catalogue)
  if (sort === 'newest') return catalogue.newest
  const key = sort === 'name' ? `name ${ctx.caller.locale}` : sort
  let byKey = orders.get(catalogue)
  if (!byKey) orders.set(catalogue, (byKey = new Map()))
  let order = byKey.get(key)
  if (!order) byKey.set(key, (order = inOrder(catalogue, sort, ctx.caller.locale)))
  return order
}

function inOrder({ entries }: Catalogue, sort: 'name' | 'return' | 'maxWin', locale: string): Entry[] {
  if (sort === 'return') return entries.toSorted((one, other) => other.game.rtp - one.game.rtp)
  if (sort === 'maxWin')
    return entries.toSorted((one, other) => (other.game.maxWinMultiplier ?? 0) - (one.game.maxWinMultiplier ?? 0))
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return entries
    .map((entry) => ({ entry, name: entry.game.text(locale).name }))
    .sort((one, other) => compare(one.name, other.name))
    .map(({ entry }) => entry)
}

/** The collections that have games and are shown in the caller's country, in the operators' order. */
export async function readCollections(ctx: Ctx) {
  const catalogue = catalogueOf(ctx)
  const { collections } = membershipOf(catalogue, ctx.reference.collections(), await popularGames(ctx, catalogue))
  const isOffered = await offeredTo(ctx)
  return collections
    .filter(({ rule: { countries = [] } }) => isShownIn(countries, ctx))
    .map((collection) => ({ ...collection, games: collection.games.filter(isOffered) }))
    .filter(({ games }) => games.length > 0)
}

/** Where the country is unknown, what is meant for some countries is not shown. */
function isShownIn(countries: readonly string[], { caller: { country } }: Ctx): boolean {
  return countries.length === 0 || (country !== null && countries.includes(country))
}

export async function presentGames(ctx: Ctx, entries: readonly Entry[]): Promise<Game[]> {
  const catalogue = catalogueOf(ctx)
  const { ofGame } = membershipOf(catalogue, ctx.reference.collections(), await popularGames(ctx, catalogue))
  return entries.map(({ game, maker, isNew }) => {
    const { name, tileName } = game.text(ctx.caller.locale)
    return {
      id: game.slug,
      identity: game.slug,
      name,
      ...(tileName !== undefined && { tileName }),
      provider: { id: maker.slug, name: maker.name },
      collections: (ofGame.get(game.slug) ?? [])
        .filter(({ countries = [] }) => isShownIn(countries, ctx))
        .map(({ identity }) => identity),
      thumbnails: thumbnailsOf(game),
      kind: game.kind,
      volatility: game.volatility,
      rtp: game.rtp,
      maxWinMultiplier: game.maxWinMultiplier,
      hasDemo: game.outside?.hasDemo ?? true,
      isNew,
    }
  })
}

/** The art of a game's tile, for a list of games. */
export function thumbnailsOf({ tile, tilePictures, dominantColor }: StudioGame): Game['thumbnails'] {
  return { portrait: tile, ...(tilePictures && { srcset: tilePictures.srcset }), dominantColor }
}

/** The art of a game for a row of a list, where it is a few pixels wide; empty for a game that no longer exists. */
export function smallTileOf(game: StudioGame | undefined): string {
  return game?.tilePictures?.narrowest ?? game?.tile ?? ''
}
