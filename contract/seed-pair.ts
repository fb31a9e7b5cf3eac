/** Derives the server seed of a seed pair; the same code runs on the server and in the browser. */
import { verifiedOutput, type VrfKey } from './vrf.ts'

export type PairPlace = { owner: string; game: string; number: number }

async function sha256Hex(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The pseudonym of a player, under which an export for auditors names them. It has no key, so that the player can
 * calculate it and the site cannot choose it. The id is random, so nobody can find it from its hash.
 */
export const aliasOf = (owner: string): Promise<string> => sha256Hex(owner)

/**
 * The place of a pair, as 64 hexadecimal digits, is derived from the pseudonym of its owner, its game and its number.
 * An auditor, who knows pseudonyms, can calculate it. Nobody else can see that two pairs belong to one player.
 */
export async function placeOf({ owner, game, number }: PairPlace): Promise<string> {
  return sha256Hex(`${await aliasOf(owner)}:${game}:${number}`)
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
