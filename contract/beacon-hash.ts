import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { BeaconChain } from './beacon.ts'

/** The hash by which the drand protocol identifies a chain. */
export function chainHashOf({
  name,
  publicKey,
  periodSeconds,
  genesis,
  groupHash,
}: Omit<BeaconChain, 'chainHash'>): string {
  const times = new DataView(new ArrayBuffer(12))
  times.setUint32(0, periodSeconds)
  times.setBigInt64(4, BigInt(genesis))
  const parts = [new Uint8Array(times.buffer), hexToBytes(publicKey), hexToBytes(groupHash)]
  // The protocol leaves the name of its first chain out.
  if (name !== 'default') parts.push(utf8ToBytes(name))
  return bytesToHex(sha256(concatBytes(...parts)))
}
