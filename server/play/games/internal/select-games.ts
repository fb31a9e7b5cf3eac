/** The games that a request asks for: of a collection or list, searched, filtered and in order. */
import type { VerbInput } from '#contract/endpoint.ts'
import type { listGames } from '#contract/games.ts'
import type { Ctx } from '../../../deps.ts'
import { catalogueOf, type Entry, offeredTo, readCollections, sortedGames } from './catalogue.ts'
import { searchGames } from './search.ts'

type Query = VerbInput<typeof listGames>
type Filters = Pick<
  Query,
  'ids' | 'providers' | 'kinds' | 'volatilities' | 'features' | 'returnFrom' | 'stakeFrom' | 'stakeTo' | 'currency'
>

/** `among`: in their own order where none is asked for. */
export async function selectGames(ctx: Ctx, query: Query, among?: readonly Entry[]): Promise<readonly Entry[]> {
  const catalogue = catalogueOf(ctx)
  const members = await membersOf(ctx, query.collection, among)
  const [isOffered, meets] = [await offeredTo(ctx), filterOf(query)]
  const passes = (entry: Entry) => isOffered(entry) && meets(entry)
  const text = query.search?.trim() ?? ''
  const isMember = members === catalogue.entries ? null : new Set(members)
  const accepts = (entry: Entry) => (isMember === null || isMember.has(entry)) && passes(entry)
  const found = text === '' ? null : await searchGames(catalogue, { text, locale: ctx.caller.locale, accepts })
  if (!query.sort) return found ?? members.filter(passes)
  const isFound = found && new Set(found)
  return (await sortedGames(ctx, query.sort)).filter(isFound ? (entry) => isFound.has(entry) : accepts)
}

async function membersOf(
  ctx: Ctx,
  collection: string | undefined,
  among: readonly Entry[] | undefined,
): Promise<readonly Entry[]> {
  if (collection === undefined) return among ?? catalogueOf(ctx).entries
  const found = (await readCollections(ctx)).find(({ rule }) => rule.identity === collection)
  return among?.filter(({ game }) => found?.slugs.has(game.slug)) ?? found?.games ?? []
}

/** A game meets all filters; of a filter's values one is enough, but it has all features. */
function filterOf(filters: Filters): (entry: Entry) => boolean {
  const { kinds, volatilities, features, returnFrom = 0, stakeFrom = 0, stakeTo = Infinity, currency } = filters
  const ids = filters.ids ? new Set(filters.ids) : null
  const providers = filters.providers?.length ? new Set(filters.providers) : null
  const asksForStake = filters.stakeFrom !== undefined || filters.stakeTo !== undefined
  const takesStake = ({ game }: Entry) =>
    game.stakes.some((stake) => stake.currency === currency && stake.max >= stakeFrom && stake.min <= stakeTo)
  return (entry) =>
    (ids === null || ids.has(entry.game.slug)) &&
    (providers === null || providers.has(entry.maker.slug)) &&
    (!kinds?.length || kinds.includes(entry.game.kind)) &&
    (!volatilities?.length || volatilities.includes(entry.game.volatility)) &&
    (!features?.length || features.every((feature) => entry.game.features.includes(feature))) &&
    entry.game.rtp >= returnFrom &&
    (!asksForStake || takesStake(entry))
}
