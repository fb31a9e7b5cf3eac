/**
 * Finds the number that solves a challenge. It has its own SHA-256, because the browser's is asynchronous and missing
 * without TLS.
 */
import { hasLeadingZeros } from '#contract/fields/proof-of-work.ts'

export function solve(challenge: string, difficulty: number): string {
  const encoder = new TextEncoder()
  for (let counter = 0; ; counter++) {
    const answer = `${challenge}:${counter}`
    if (hasLeadingZeros(sha256(encoder.encode(answer)), difficulty)) return answer
  }
}

/**
 * The constants are the first 32 bits of the fractional parts of roots of the first primes (FIPS 180-4, 4.2.2, 5.3.3).
 */
const primes = Array.from({ length: 312 }, (_, index) => index).filter(
  (number) =>
    number > 1 &&
    !Array.from({ length: 16 }, (_, index) => index + 2).some((divisor) => divisor < number && number % divisor === 0),
)
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
const roundConstants = primes.map((prime) => fraction(Math.cbrt(prime)))
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const schedule = new Int32Array(64)

/** Implements FIPS 180-4, section 6.2. */
export function sha256(message: Uint8Array): Uint8Array {
  const length = (((message.length + 8) >> 6) << 6) + 64
  const bytes = new Uint8Array(length)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(length - 4, message.length * 8)
  const state = Int32Array.from(initial)
  for (let block = 0; block < length; block += 64) compress(state, view, block)
  const hash = new DataView(new ArrayBuffer(32))
  state.forEach((word, index) => hash.setInt32(index * 4, word))
  return new Uint8Array(hash.buffer)
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

function compress(state: Int32Array, view: DataView, block: number): void {
  for (let index = 0; index < 16; index++) schedule[index] = view.getInt32(block + index * 4)
  for (let index = 16; index < 64; index++) {
    const [early, late] = [schedule[index - 15]!, schedule[index - 2]!]
    const spreadEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const spreadLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    schedule[index] = (schedule[index - 16]! + spreadEarly + schedule[index - 7]! + spreadLate) | 0
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const first =
      (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + roundConstants[index]! + schedule[index]!) | 0
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index]! + word) | 0
}
