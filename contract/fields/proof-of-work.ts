/** The proof of work behind the captcha, which the browser finds and the server verifies. */

/** Whether the first `bits` bits of a hash are zero. */
export function hasLeadingZeros(hash: Uint8Array, bits: number): boolean {
  const wholeBytes = bits >> 3
  for (let index = 0; index < wholeBytes; index++) if (hash[index] !== 0) return false
  return bits % 8 === 0 || hash[wholeBytes]! >> (8 - (bits % 8)) === 0
}
