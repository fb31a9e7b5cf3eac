/**
 * Rounds that all players share. One number decides for everybody: it comes from a chain of hashes whose last one was published
 * before the first round, played backwards, and from a public salt. Pure, and the same in the browser and on the server.
 */
import type { CrashChoice } from '#contract/rounds.ts'
import type { GameMaths, SteppedMaths } from './maths.ts'

const text = new TextEncoder()
const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The hash of the round before: SHA-256 of the hash as text, as `printf %s "$hash" | sha256sum` prints it. */
export async function hashBefore(hash: string): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', text.encode(hash)))
}

/** The top 52 bits of HMAC-SHA256(key: salt, message: hash), both as text. */
export async function drawnBy(salt: string, hash: string): Promise<bigint> {
  const key = await crypto.subtle.importKey('raw', text.encode(salt), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return topBits(hexOf(await crypto.subtle.sign('HMAC', key, text.encode(hash))))
}

export const topBits = (mac: string): bigint => BigInt(`0x${mac.slice(0, 13)}`)

/** All draws are below this. */
export const draws = 2n ** 52n

/** What the studio does with a bet when the round has come so far, and the rules of its clock. Multipliers are in hundredths. */
export type SharedRules = {
  /** How long bets are accepted. */
  bettingMs: number
  /** Between the end of a round and the next bets. */
  pauseMs: number
  /** Nobody goes beyond: whoever is still in is cashed out there. */
  highest: number
  /** The multiplier at which a round crashes. */
  pointOf(drawn: bigint): number
  /** The multiplier so long after the start. */
  reachedAfter(elapsedMs: number): number
  /** When a round with this point ends, after its start. */
  endsAfter(point: number): number
}

/** Where a bet is cashed out without a further word of its player. */
export function targetOf({ cashOutAt }: CrashChoice, { highest }: Pick<SharedRules, 'highest'>): number {
  return cashOutAt ?? highest
}

/** A game whose rounds are shared by all players: the studio, not the player, ends a bet that is still in its round. */
export type SharedMaths = SteppedMaths & { shared: SharedRules }
export const isShared = (maths: GameMaths): maths is SharedMaths => 'shared' in maths
