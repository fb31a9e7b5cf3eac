/** Brings the player's part of the header before it is needed, so that both sides can render it at once. */
import type { ComponentType } from 'react'

export const playerPartFile = 'shell/player-actions.tsx'
let part: ComponentType | null = null

export async function loadPlayerPart(): Promise<void> {
  part ??= (await import('./player-actions.tsx')).PlayerActions
}

/** Null until loaded. */
export function playerPart(): ComponentType | null {
  return part
}
