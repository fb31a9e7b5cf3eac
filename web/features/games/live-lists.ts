/** Lists of the live feed with what was pushed: the latest first, each round once, never longer than they are read. */
import type { LiveBet } from '#contract/games.ts'

const most = 20

export function withPushed<T extends { id: string }>(held: T[], pushed: Array<LiveBet & T>, feed: 'all' | 'high'): T[] {
  const known = new Set(held.map(({ id }) => id))
  const added = pushed.filter(({ id, isHigh }) => !known.has(id) && (feed === 'all' || isHigh))
  return added.length === 0 ? held : [...added, ...held].slice(0, most)
}

/** A push has its game's name in every language. */
export function inLocale({ game: { names, ...game }, ...bet }: LiveBet, locale: string): LiveBet {
  return { ...bet, game: { ...game, name: names?.[locale] ?? game.name } }
}
