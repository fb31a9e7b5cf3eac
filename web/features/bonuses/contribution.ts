/** Returns how much of a stake in a game counts towards wagering, in percent. The server has the same rule. */
import type { Contribution } from '#contract/bonuses.ts'
import type { Game } from '#contract/games.ts'

export function percentAt({ kinds, games }: Contribution, { id, kind }: Pick<Game, 'id' | 'kind'>): number {
  const rule = games.find(({ gameId }) => gameId === id) ?? kinds.find((entry) => entry.kind === kind)
  return rule?.percent ?? 100
}
