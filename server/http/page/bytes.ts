/** Joins texts and bytes into one Buffer in a single pass: pages are large and encoded for every visitor. */

export type Part = string | Uint8Array

/** UTF-8 takes at most three bytes for each UTF-16 code unit. */
const maxBytesOf = (part: Part) => part.length * (typeof part === 'string' ? 3 : 1)
let scratch = Buffer.allocUnsafeSlow(512 * 1024)

/** Writes to a scratch buffer that all calls share, and returns a copy of exactly what was written. */
export function bytesOf(parts: readonly Part[]): Buffer {
  const needed = parts.reduce((sum, part) => sum + maxBytesOf(part), 0)
  if (needed > scratch.length) scratch = Buffer.allocUnsafeSlow(needed)
  let size = 0
  for (const part of parts) {
    if (typeof part === 'string') size += scratch.write(part, size)
    else {
      scratch.set(part, size)
      size += part.length
    }
  }
  return Buffer.from(scratch.subarray(0, size))
}
