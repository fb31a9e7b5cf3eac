/** The games of each collection: rules over the catalogue, so that none can contain a removed game. */
import type { CollectionRule } from '../../../reference/index.ts'
import type { Catalogue, Entry } from './catalogue.ts'

export type Collection = { rule: CollectionRule; games: readonly Entry[]; slugs: ReadonlySet<string> }
type Membership = {
  collections: readonly Collection[]
  /** By the game's slug, in the order of the collections. */
  ofGame: ReadonlyMap<string, readonly CollectionRule[]>
}
type Basis = { rules: readonly CollectionRule[]; popular: readonly Entry[] }

const known = new WeakMap<Catalogue, Basis & { membership: Membership }>()

/** Calculated anew only for another catalogue, other rules or another order of popularity. */
export function membershipOf(
  catalogue: Catalogue,
  rules: readonly CollectionRule[],
  popular: readonly Entry[],
): Membership {
  const cached = known.get(catalogue)
  if (cached?.rules === rules && cached.popular === popular) return cached.membership
  const collections = rules.map((rule) => {
    const games = gamesOf(rule, catalogue, popular)
    return { rule, games, slugs: new Set(games.map(({ game }) => game.slug)) }
  })
  const ofGame = new Map<string, CollectionRule[]>()
  for (const { rule, slugs } of collections)
    for (const slug of slugs) {
      const all = ofGame.get(slug)
      if (all) all.push(rule)
      else ofGame.set(slug, [rule])
    }
  const membership = { collections, ofGame }
  known.set(catalogue, { rules, popular, membership })
  return membership
}

/** `popular`: the whole catalogue, the most opened first. */
export function gamesOf({ games: rule }: CollectionRule, catalogue: Catalogue, popular: readonly Entry[]): Entry[] {
  if ('popular' in rule) return popular.slice(0, rule.popular)
  if ('games' in rule) return pick(catalogue, rule.games)
  const { first = [], without = [], sort, most, ...conditions } = rule
  const order =
    sort === 'popular' ? popular : sort === 'newest' || conditions.isNew ? catalogue.newest : catalogue.entries
  const picked = pick(catalogue, first)
  const excluded = new Set([...without, ...picked.map(({ game }) => game.slug)])
  const meets = conditionOf(conditions)
  return [...picked, ...order.filter((entry) => !excluded.has(entry.game.slug) && meets(entry))].slice(0, most)
}

/** In this order, each once. */
function pick({ bySlug }: Catalogue, slugs: readonly string[]): Entry[] {
  return [...new Set(slugs)].flatMap((slug) => bySlug.get(slug) ?? [])
}

type Conditions = Omit<
  Extract<CollectionRule['games'], { without?: string[] | undefined }>,
  'first' | 'without' | 'sort' | 'most'
>

/** A game meets all conditions; of a condition's values, one. */
function conditionOf({ kinds, volatilities, studios, tags, features, isNew, returnFrom }: Conditions) {
  const wantedTags = tags && new Set(tags.map((tag) => tag.toLowerCase()))
  return ({ game, maker, isNew: isNewGame }: Entry): boolean =>
    (!kinds || kinds.includes(game.kind)) &&
    (!volatilities || volatilities.includes(game.volatility)) &&
    (!studios || studios.includes(maker.slug)) &&
    (!features || features.some((feature) => game.features.includes(feature))) &&
    (!isNew || isNewGame) &&
    (returnFrom === undefined || game.rtp >= returnFrom) &&
    (!wantedTags || tagsOf(game).some((tag) => wantedTags.has(tag)))
}

/** The themes of a game, in English in every locale: operators write rules once. */
export function tagsOf(game: Entry['game']): string[] {
  return game.text('en').keywords.map((keyword) => keyword.toLowerCase())
}
