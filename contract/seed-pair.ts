/** How a seed pair gets its server seed, the same code on the server and in the browser. */
import { verifiedOutput, type VrfKey } from './vrf.ts'

export type PairPlace = { owner: string; game: string; number: number }

/**
 * The place of a pair, as 64 hexadecimal digits: whose it is, in which game, and the how manieth. Whoever knows the
 * player's id can calculate it; nobody can read the id from it, or see that two pairs are of one player.
 */
export async function placeOf({ owner, game, number }: PairPlace): Promise<string> {
  const bytes = new TextEncoder().encode(`${owner}:${game}:${number}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The input of the verifiable random function. Its output is the server seed, so the studio has nothing to choose. */
export const drawInput = (place: string, clientSeed: string): string => `${place}:${clientSeed}`

export type DrawnSeed = { key: VrfKey; place: string; clientSeed: string; proof: string; serverSeed: string }

/** Whether the server seed is the one that the key gives for this pair. */
export async function isDrawn({ key, place, clientSeed, proof, serverSeed }: DrawnSeed): Promise<boolean> {
  try {
    return (await verifiedOutput(key, drawInput(place, clientSeed), proof)) === serverSeed
  } catch {
    // Text that is no base64url.
    return false
  }
}
