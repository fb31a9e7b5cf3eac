/** The collections of the lobby: each a rule over the catalogue, so that none can name a game that is gone. */
import type { Entry } from './catalogue.ts'

type Rule = {
  identity: string
  /** Name in the icon sprite. */
  icon: string
  /** `popular` are slugs, most opened first. */
  pick(games: Entry[], popular: string[]): Entry[]
}

const popularCount = 6

export const collectionRules: Rule[] = [
  { identity: 'popular', icon: 'flame', pick: (games, popular) => inOrder(games, popular).slice(0, popularCount) },
  { identity: 'new', icon: 'sparkle', pick: (games) => games.filter(({ game }) => game.isNew) },
  { identity: 'slots', icon: 'slots', pick: (games) => games.filter(({ game }) => game.kind === 'slot') },
  { identity: 'low-volatility', icon: 'scale', pick: (games) => games.filter(({ game }) => game.volatility === 'low') },
  {
    identity: 'high-volatility',
    icon: 'bolt',
    pick: (games) => games.filter(({ game }) => game.volatility === 'high' || game.volatility === 'extreme'),
  },
  { identity: 'instant', icon: 'dice', pick: (games) => games.filter(({ game }) => game.kind === 'dice') },
]

function inOrder(games: Entry[], order: string[]): Entry[] {
  return [...games].sort((a, b) => order.indexOf(a.game.slug) - order.indexOf(b.game.slug))
}
