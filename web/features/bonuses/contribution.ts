/** How much of a stake counts towards a bonus at a game, in percent; the same rule as on the server. */
import type { Contribution } from '#contract/bonuses.ts'
import type { Game } from '#contract/games.ts'

export function percentAt({ kinds, games }: Contribution, { id, kind }: Pick<Game, 'id' | 'kind'>): number {
  const own = games.find(({ gameId }) => gameId === id) ?? kinds.find((each) => each.kind === kind)
  return own?.percent ?? 100
}
