/** What a collection contains, and what is probably not meant by its definition; for commands and the desk. */
import type { KernelDeps } from '../../deps.ts'
import { locales } from '../../kernel/locales.ts'
import type { CollectionRule } from '../../reference/index.ts'
import { catalogueOf, type Entry } from './internal/catalogue.ts'
import { gamesOf, tagsOf } from './internal/collections.ts'
import { popularGames } from './internal/popularity.ts'

type Needs = KernelDeps & Parameters<typeof catalogueOf>[0]

/** In the whole catalogue. */
export async function membersOf(needs: Needs, rule: CollectionRule): Promise<Entry[]> {
  const catalogue = catalogueOf(needs)
  return gamesOf(rule, catalogue, await popularGames(needs, catalogue))
}

/** Names that nothing has, an empty collection, a missing translation. */
export async function warningsOf(needs: Needs, rule: CollectionRule): Promise<string[]> {
  const { bySlug, byMaker, entries } = catalogueOf(needs)
  const { games } = rule
  const unknown = (what: string, names: readonly string[] | undefined, isKnown: (name: string) => boolean) =>
    (names ?? []).filter((name) => !isKnown(name)).map((name) => `There is no ${what} ${name}.`)
  const tags = 'tags' in games ? new Set(entries.flatMap(({ game }) => tagsOf(game))) : null
  return [
    ...('games' in games ? unknown('game', games.games, (slug) => bySlug.has(slug)) : []),
    ...('first' in games ? unknown('game', games.first, (slug) => bySlug.has(slug)) : []),
    ...('without' in games ? unknown('game', games.without, (slug) => bySlug.has(slug)) : []),
    ...('studios' in games ? unknown('studio', games.studios, (slug) => byMaker.has(slug)) : []),
    ...('tags' in games ? unknown('game with the tag', games.tags, (tag) => tags!.has(tag.toLowerCase())) : []),
    ...((await membersOf(needs, rule)).length === 0 ? ['No game is in it: players will not see it.'] : []),
    ...locales
      .filter(({ code }) => rule.name[code] === undefined)
      .map(({ code }) => `There is no name in ${code}: the English one is shown.`),
  ]
}
