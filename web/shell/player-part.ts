/** Loads the player's part of the shell before rendering, so that server and browser render the same. */
import type { ComponentType, ReactNode } from 'react'
import type { Game } from '#contract/games.ts'
import type { FavoriteProps } from '../features/games/favorite-button.tsx'

type PlayerPart = {
  PlayerActions: ComponentType
  PlayerNotices: ComponentType
  ProfileNav: ComponentType
  PlayerLobby: ComponentType<{ games: Game[]; children: ReactNode }>
  FavoriteHeart: ComponentType<FavoriteProps>
  GameMark: ComponentType<{ game: Pick<Game, 'id' | 'kind' | 'name'> }>
}

export const playerPartFile = 'shell/player-actions.tsx'
let part: PlayerPart | null = null

export async function loadPlayerPart(): Promise<void> {
  part ??= await import('./player-actions.tsx')
}

/** Returns null until the part is loaded. */
export function playerPart(): PlayerPart | null {
  return part
}
