/** Derives the server seed of a seed pair; the same code runs on the server and in the browser. */
import { verifiedOutput, type VrfKey } from './vrf.ts'

export type PairPlace = { owner: string; game: string; number: number }

/**
 * The place of a pair, as 64 hexadecimal digits, is derived from its owner, its game and its number. Whoever knows the
 * player's id can calculate it; nobody can derive the id from it, or see that two pairs belong to one player.
 */
export async function placeOf({ owner, game, number }: PairPlace): Promise<string> {
  const bytes = new TextEncoder().encode(`${owner}:${game}:${number}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The input of the verifiable random function. Its output is the server seed, so the studio cannot choose the seed. */
export const drawInput = (place: string, clientSeed: string): string => `${place}:${clientSeed}`

export type DrawnSeed = { key: VrfKey; place: string; clientSeed: string; proof: string; serverSeed: string }

/** Whether the server seed is the output of the key for this pair. */
export async function isDrawn({ key, place, clientSeed, proof, serverSeed }: DrawnSeed): Promise<boolean> {
  try {
    return (await verifiedOutput(key, drawInput(place, clientSeed), proof)) === serverSeed
  } catch {
    // The text is not base64url.
    return false
  }
}
