/** Verifies signatures of beacons. Imported when one is verified, because the curve is large. */
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { BeaconChain } from './beacon.ts'
import { chainHashOf } from './beacon-hash.ts'

/** The ciphersuite of the scheme bls-unchained-g1-rfc9380. */
const suite = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const { shortSignatures } = bls12_381

/** What the network signs for a round: the hash of its number, as a point of the curve. */
export function messageOf(round: number) {
  const number = new DataView(new ArrayBuffer(8))
  number.setBigUint64(0, BigInt(round))
  return shortSignatures.hash(sha256(new Uint8Array(number.buffer)), suite)
}

export function isSignedBy(publicKey: string, round: number, signature: string): boolean {
  if (!/^[0-9a-f]{96}$/.test(signature) || !/^[0-9a-f]{192}$/.test(publicKey)) return false
  try {
    return shortSignatures.verify(hexToBytes(signature), messageOf(round), hexToBytes(publicKey))
  } catch {
    // The library throws for bytes that are no point of the curve.
    return false
  }
}

export type NamedRound = { chainHash: string; round: number; signature: string | null }

/** Whether the signature is by this beacon, whose key, times and name are those that the hash of the named chain covers. */
export function isGenuine(beacon: BeaconChain | null, { chainHash, round, signature }: NamedRound): boolean {
  if (!beacon || signature === null || beacon.chainHash !== chainHash || chainHashOf(beacon) !== chainHash) return false
  return isSignedBy(beacon.publicKey, round, signature)
}
