/**
 * The games of an outside studio in memory, by the ids of both sides. A change of the catalogue replaces them as a
 * whole.
 */
import type { StudioGame } from './port.ts'

export type GamesByCode = {
  offered(): readonly StudioGame[]
  find(id: string): StudioGame | undefined
  findByCode(code: string): StudioGame | undefined
  set(games: readonly StudioGame[]): void
}

export function createGamesByCode(): GamesByCode {
  let offered: readonly StudioGame[] = []
  let byId = new Map<string, StudioGame>()
  let byCode = new Map<string, StudioGame>()
  return {
    offered: () => offered,
    find: (id) => byId.get(id),
    findByCode: (code) => byCode.get(code),
    set(games) {
      offered = games.filter(({ outside }) => outside?.isOffered !== false)
      byId = new Map(games.map((game) => [game.slug, game]))
      byCode = new Map(games.flatMap((game) => (game.outside ? [[game.outside.code, game] as const] : [])))
    },
  }
}
