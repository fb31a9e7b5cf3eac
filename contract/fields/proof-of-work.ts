/** The proof of work behind the captcha: what the server verifies and a browser finds. */

/** Whether the first `bits` bits of a hash are zero. */
export function hasLeadingZeros(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3
  for (let index = 0; index < whole; index++) if (hash[index] !== 0) return false
  return bits % 8 === 0 || hash[whole]! >> (8 - (bits % 8)) === 0
}
