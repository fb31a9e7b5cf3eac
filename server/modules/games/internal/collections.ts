/** The games of a collection: a rule over the catalogue, so that none can contain a removed game. */
import type { CollectionRule } from '../../reference/versions.ts'
import type { Entry } from './catalogue.ts'

/** `popular` are slugs, the most opened first. */
export function gamesOf({ games: rule }: CollectionRule, games: Entry[], popular: string[]): Entry[] {
  if ('popular' in rule) return inOrder(games, popular).slice(0, rule.popular)
  if ('isNew' in rule) return games.filter(({ game }) => game.isNew)
  if ('kinds' in rule) return games.filter(({ game }) => rule.kinds.includes(game.kind))
  if ('volatilities' in rule) return games.filter(({ game }) => rule.volatilities.includes(game.volatility))
  return inOrder(
    games.filter(({ game }) => rule.games.includes(game.slug)),
    rule.games,
  )
}

function inOrder(games: Entry[], order: string[]): Entry[] {
  return [...games].sort((a, b) => order.indexOf(a.game.slug) - order.indexOf(b.game.slug))
}
