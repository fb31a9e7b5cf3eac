/**
 * RSA-FDH-VRF-SHA256, a verifiable random function (RFC 9381, section 4): the part that server and browser share. For a
 * key and an input there is exactly one output, which only the holder of the private key can calculate and anyone can
 * verify.
 */

/** Modulus and exponent of the public key in base64url, as in a JSON Web Key. */
export type VrfKey = { n: string; e: string }

const suite = 1
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** What is signed: a mask of the input (RFC 8017, MGF1), one byte shorter than the modulus. */
export async function encodedMessage({ n }: VrfKey, input: string): Promise<Uint8Array> {
  const modulus = fromBase64Url(n)
  const seed = join(Uint8Array.of(suite, 1), uint32(modulus.length), modulus, bytesOf(input))
  const length = modulus.length - 1
  const blocks: Uint8Array[] = []
  for (let counter = 0; counter * 32 < length; counter++) blocks.push(await sha256(join(seed, uint32(counter))))
  return join(...blocks).slice(0, length)
}

/** The output of a proof, as 64 hexadecimal digits. */
export async function outputOf(proof: Uint8Array): Promise<string> {
  return toHex(await sha256(join(Uint8Array.of(suite, 2), proof)))
}

/** The output is unique only with this exponent; with a small one, there may be several roots. */
const requiredExponent = 'AQAB'
const minModulusBytes = 256

/** The output for the input, or null if the proof does not belong to this key and input, or the key is weak. */
export async function verifiedOutput(key: VrfKey, input: string, proof: string): Promise<string | null> {
  const bytes = fromBase64Url(proof)
  const modulus = fromBase64Url(key.n)
  const [s, n, e] = [toBigInt(bytes), toBigInt(modulus), toBigInt(fromBase64Url(key.e))]
  if (key.e !== requiredExponent || modulus.length < minModulusBytes || bytes.length !== modulus.length || s >= n)
    return null
  if (power(s, e, n) !== toBigInt(await encodedMessage(key, input))) return null
  return outputOf(bytes)
}

/** The key's thumbprint (RFC 7638), which identifies it. */
export async function thumbprintOf({ n, e }: VrfKey): Promise<string> {
  return toBase64Url(await sha256(bytesOf(JSON.stringify({ e, kty: 'RSA', n }))))
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (let factor = base, remaining = exponent; remaining > 0n; remaining >>= 1n) {
    if (remaining & 1n) result = (result * factor) % modulus
    factor = (factor * factor) % modulus
  }
  return result
}

async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

function join(...parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const toBigInt = (bytes: Uint8Array) => BigInt(`0x${toHex(bytes) || '0'}`)

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Throws for text in another alphabet. */
export function fromBase64Url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
