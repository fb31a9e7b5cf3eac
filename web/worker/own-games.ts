/**
 * The games that a signed-in player sees on the offline page. The entry names its player, and is shown only while that
 * player's session is on this device.
 */
import { readCookie } from '#contract/cookies.ts'
import { readClaims } from '../features/session/token-claims.ts'
import { playerStore } from './stores.ts'

export type OwnGame = { name: string; picture: string }
type Entry = { player: string; games: OwnGame[] }

const entry = '/own-games'

/** The player of this device's session; null for a guest. */
export function playerHere(): string | null {
  const token = readCookie('access_token', document.cookie)
  return token ? (readClaims(token)?.playerId ?? null) : null
}

/** Writes the games of a player, unless the session has ended meanwhile, here or in another tab. */
export async function writeOwnGames(player: string, games: OwnGame[]): Promise<void> {
  if (playerHere() !== player) return
  const store = await caches.open(playerStore)
  await store.put(entry, Response.json({ player, games } satisfies Entry))
  if (playerHere() !== player) await caches.delete(playerStore)
}

export async function readOwnGames(): Promise<OwnGame[]> {
  const held = await (await caches.open(playerStore)).match(entry)
  if (!held) return []
  const { player, games } = (await held.json()) as Entry
  if (player === playerHere()) return games
  await caches.delete(playerStore)
  return []
}
