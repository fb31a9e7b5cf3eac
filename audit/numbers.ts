/** The digests, draws and proofs of the format, written from its description and not shared with the server. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

export const hashBytes = (bytes: Uint8Array): Uint8Array => sha256(bytes)
export const hashText = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
export const hexOf = bytesToHex
export const bytesOfHex = hexToBytes
export const textBytes = utf8ToBytes
export const join = concatBytes

/** 64-bit big-endian. */
export function wordBytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value)
  return bytes
}

/** The random numbers of a round: HMAC-SHA256 blocks read as 32-bit words, without bias. */
export function drawOf(serverSeed: string, clientSeed: string, nonce: number) {
  const keyed = hmac.create(sha256, utf8ToBytes(serverSeed))
  let words = new DataView(new ArrayBuffer(0))
  let at = 0
  let block = 0
  const next = () => {
    if (at === words.byteLength) {
      const bytes = keyed
        .clone()
        .update(utf8ToBytes(`${clientSeed}:${nonce}:${block++}`))
        .digest()
      words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      at = 0
    }
    at += 4
    return words.getUint32(at - 4)
  }
  return {
    below(bound: number): Promise<number> {
      if (!Number.isInteger(bound) || bound < 1 || bound > 2 ** 32) throw new RangeError(`no draw below ${bound}`)
      const limit = 2 ** 32 - (2 ** 32 % bound)
      let word = next()
      while (word >= limit) word = next()
      return Promise.resolve(word % bound)
    },
  }
}

const highest = 2n ** 63n - 1n

/** The number of a level of a jackpot: the first word of 63 bits without bias. The span is at least 1. */
export function jackpotDraw(serverSeed: string, message: string, span: bigint): bigint {
  const limit = highest - (highest % span)
  for (let block = 0; ; block++) {
    const bytes = hmac(sha256, utf8ToBytes(serverSeed), utf8ToBytes(`${message}:${block}`))
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at < bytes.length; at += 8) {
      const word = words.getBigUint64(at) & highest
      if (word < limit) return word % span
    }
  }
}

/** The top 52 bits of HMAC-SHA256(salt, hash), both as text. */
export const sharedDraw = (salt: string, hash: string): bigint =>
  BigInt(`0x${bytesToHex(hmac(sha256, utf8ToBytes(salt), utf8ToBytes(hash))).slice(0, 13)}`)

/** Null for text in another alphabet. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text)) return null
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
  } catch {
    return null
  }
}

export function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** RFC 7638. */
export const thumbprintOf = ({ n, e }: { n: string; e: string }): string =>
  toBase64Url(sha256(utf8ToBytes(JSON.stringify({ e, kty: 'RSA', n }))))

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHex(bytes) || '0'}`)
const uint32 = (value: number) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)

/** RSA-FDH-VRF-SHA256 (RFC 9381): the output for the input, or null if the proof is not that of this key and input. */
export function vrfOutput(key: { n: string; e: string }, input: string, proof: string): string | null {
  const [modulus, bytes] = [fromBase64Url(key.n), fromBase64Url(proof)]
  if (!modulus || !bytes || key.e !== 'AQAB' || modulus.length < 256 || bytes.length !== modulus.length) return null
  const [n, s] = [numberOf(modulus), numberOf(bytes)]
  if (s >= n) return null
  const masked = concatBytes(Uint8Array.of(1, 1), uint32(modulus.length), modulus, utf8ToBytes(input))
  const blocks = Array.from({ length: Math.ceil((modulus.length - 1) / 32) }, (_, at) =>
    sha256(concatBytes(masked, uint32(at))),
  )
  const expected = numberOf(concatBytes(...blocks).slice(0, modulus.length - 1))
  let power = s
  for (let squared = 0; squared < 16; squared++) power = (power * power) % n
  if ((power * s) % n !== expected) return null
  return bytesToHex(sha256(concatBytes(Uint8Array.of(1, 2), bytes)))
}
