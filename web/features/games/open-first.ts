/** Sorts games with an open round first. */
export function withOpenFirst<G extends { id: string }>(games: G[], rounds: Array<{ gameId: string }>): G[] {
  const isOpen = (game: G) => rounds.some(({ gameId }) => gameId === game.id)
  return [...games.filter(isOpen), ...games.filter((game) => !isOpen(game))]
}
