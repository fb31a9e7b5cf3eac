import type { PlayerCard } from '#contract/desk/find.ts'

/** What the desk calls a player: the name, else the next best that is known. */
export const playerName = ({ id, name, nickname, email }: PlayerCard): string =>
  name || nickname || email || id.slice(0, 8)
