/** Verifies public beacons of the drand protocol, scheme bls-unchained-g1-rfc9380. */
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { hashBytes, hexOf, join, wordBytes } from './numbers.ts'
import type { Beacon } from './records.ts'

const suite = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

function bytesOf(hex: string, size: number): Uint8Array | null {
  if (hex.length !== 2 * size || !/^[0-9a-f]*$/.test(hex)) return null
  return Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16))
}

/** Whether the hash by which the network is known covers its key, times and name. */
export function isItself({ chainHash, name, publicKey, periodSeconds, genesis, groupHash }: Beacon): boolean {
  const [key, group] = [bytesOf(publicKey, 96), bytesOf(groupHash, 32)]
  if (!key || !group || genesis < 0 || periodSeconds < 1) return false
  const parts = [wordBytes(BigInt(periodSeconds)).subarray(4), wordBytes(BigInt(genesis)), key, group]
  // The protocol leaves the name of its first chain out.
  if (name !== 'default') parts.push(new TextEncoder().encode(name))
  return hexOf(hashBytes(join(...parts))) === chainHash
}

export function isSigned({ publicKey }: Beacon, { round, signature }: { round: number; signature: string }): boolean {
  const [key, signed] = [bytesOf(publicKey, 96), bytesOf(signature, 48)]
  if (!key || !signed || round < 1) return false
  try {
    const message = bls12_381.shortSignatures.hash(hashBytes(wordBytes(BigInt(round))), suite)
    return bls12_381.shortSignatures.verify(signed, message, key)
  } catch {
    // The library throws for bytes that are no point of the curve.
    return false
  }
}

/**
 * The round of the beacon that decides: the first whose signature becomes known more than a second after bets were closed,
 * or a third of the period of a faster beacon, so that a clock which is slightly behind does not matter.
 */
export function roundAfter({ periodSeconds, genesis }: Beacon, closedAt: string): number {
  const marginMs = Math.min(1_000, (periodSeconds * 1000) / 3)
  return Math.max(1, Math.floor(((Date.parse(closedAt) + marginMs) / 1000 - genesis) / periodSeconds) + 2)
}
