/**
 * Stores the games that a signed-in player sees on the offline page. The entry contains the player's id, and is shown
 * only while that player is signed in on this device.
 */
import { readCookie } from '#contract/cookies.ts'
import { readClaims } from '../features/session/token-claims.ts'
import { playerStore } from './stores.ts'

export type OwnGame = { name: string; picture: string }
type Entry = { player: string; games: OwnGame[] }

const entry = '/own-games'

/** Returns the id of the player who is signed in on this device, or null. */
export function playerHere(): string | null {
  const token = readCookie('access_token', document.cookie)
  return token ? (readClaims(token)?.playerId ?? null) : null
}

/** Writes the games of a player, unless the session has ended in the meantime, also in another tab. */
export async function writeOwnGames(player: string, games: OwnGame[]): Promise<void> {
  if (playerHere() !== player) return
  const store = await caches.open(playerStore)
  await store.put(entry, Response.json({ player, games } satisfies Entry))
  if (playerHere() !== player) await caches.delete(playerStore)
}

export async function readOwnGames(): Promise<OwnGame[]> {
  const response = await (await caches.open(playerStore)).match(entry)
  if (!response) return []
  const { player, games } = (await response.json()) as Entry
  if (player === playerHere()) return games
  await caches.delete(playerStore)
  return []
}
