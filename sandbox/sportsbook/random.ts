/** Random numbers from a seed. The same seed gives the same match, so no match needs to be stored. */
import { createHash } from 'node:crypto'

/** Returns numbers uniform on [0, 1). */
export type Random = () => number

/** The small fast counter generator (sfc32), seeded with 96 bits of a hash. */
export function randomFrom(seed: string): Random {
  const bytes = createHash('sha256').update(seed).digest()
  let [a, b, c, counter] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8), 1]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 2 ** 32
  }
  for (let round = 0; round < 12; round++) next()
  return next
}
