/** Merges pushed rounds into the lists of the live feed. */
import type { LiveBet } from '#contract/games.ts'

const maxLength = 20

export function withPushed<T extends { id: string }>(list: T[], pushed: Array<LiveBet & T>, feed: 'all' | 'high'): T[] {
  const known = new Set(list.map(({ id }) => id))
  const added = pushed.filter(({ id, isHigh }) => !known.has(id) && (feed === 'all' || isHigh))
  return added.length === 0 ? list : [...added, ...list].slice(0, maxLength)
}

/** Sets the name of the game in a locale, because a push has it in all of them. */
export function inLocale({ game: { names, ...game }, ...bet }: LiveBet, locale: string): LiveBet {
  return { ...bet, game: { ...game, name: names?.[locale] ?? game.name } }
}
