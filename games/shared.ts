/**
 * Rounds that all players share. One number decides a round for everybody. It is derived from a public salt and from a chain of
 * hashes, which rounds use in reverse order and whose last hash was published before the first round. The server and any browser
 * can compute it.
 */
import type { CrashChoice } from '#contract/rounds.ts'
import type { GameMaths, SteppedMaths } from './maths.ts'

const text = new TextEncoder()
const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The hash of the previous round: SHA-256 of this round's hash as text, as printed by `printf %s "$hash" | sha256sum`. */
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

/** The number of possible draws: from 0 to one less. */
export const drawCount = 2n ** 52n

/** The timing of a shared round and its multipliers, in hundredths. */
export type SharedRules = {
  /** How long bets are accepted. */
  bettingMs: number
  /** From the end of a round until the next one accepts bets. */
  pauseMs: number
  /** Open bets are cashed out when the multiplier reaches this. */
  highest: number
  /** The multiplier at which a round crashes. */
  pointOf(drawn: bigint): number
  /** The multiplier this long after the start. */
  reachedAfter(elapsedMs: number): number
  /** How many milliseconds after its start a round with this crash point ends. */
  endsAfter(point: number): number
}

/** The multiplier at which a bet is cashed out automatically: the player's target, or else the highest. */
export function targetOf({ cashOutAt }: CrashChoice, { highest }: Pick<SharedRules, 'highest'>): number {
  return cashOutAt ?? highest
}

/** A game whose rounds are shared by all players. The studio ends the bets that the players have not cashed out. */
export type SharedMaths = SteppedMaths & { shared: SharedRules }
export const isShared = (maths: GameMaths): maths is SharedMaths => 'shared' in maths
