/** Reads and toggles a player's favourites. */
import { useQueryClient } from '@tanstack/react-query'
import type { Game } from '#contract/games.ts'
import { api } from '../../api/client.ts'
import { useApi, writeApi } from '../../api/use-api.ts'
import { useVisitor } from '../../render/router.tsx'

const route = 'GET /api/game/games/favorites'

export type Favorites = {
  games: Game[]
  isLoading: boolean
  has: (id: string) => boolean
  toggle: (game: Game) => Promise<void>
}

export function useFavorites(): Favorites {
  const { isSignedIn } = useVisitor()
  const client = useQueryClient()
  const { data, isLoading } = useApi(route, undefined, { enabled: isSignedIn })
  const games = data?.data ?? []
  const has = (id: string) => games.some((game) => game.id === id)
  const write = (game: Game, isFavorite: boolean) =>
    writeApi(client, route, undefined, (cached) => {
      const others = cached.data.filter(({ id }) => id !== game.id)
      return { data: isFavorite ? [game, ...others] : others }
    })
  /** Changes the cache before the call, and reverts it if the call fails. */
  const toggle = async (game: Game) => {
    const isFavorite = !has(game.id)
    write(game, isFavorite)
    try {
      await api(isFavorite ? 'POST /api/game/games/{id}/favorite' : 'DELETE /api/game/games/{id}/favorite', {
        params: { id: game.id },
      })
    } catch {
      write(game, !isFavorite)
    }
  }
  return { games, isLoading, has, toggle }
}
