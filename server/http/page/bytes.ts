/** Joins texts and bytes into one Buffer, with one pass over each text: a page is large, and is turned into bytes for every visitor. */

export type Part = string | Uint8Array

/** UTF-8 takes three bytes at most for each unit of a string. */
const mostBytesOf = (part: Part) => part.length * (typeof part === 'string' ? 3 : 1)
let desk = Buffer.allocUnsafeSlow(512 * 1024)

/** Written on a desk that every call uses from its start; what is handed out is a copy of exactly what was written. */
export function bytesOf(parts: readonly Part[]): Buffer {
  const most = parts.reduce((sum, part) => sum + mostBytesOf(part), 0)
  if (most > desk.length) desk = Buffer.allocUnsafeSlow(most)
  let size = 0
  for (const part of parts) {
    if (typeof part === 'string') size += desk.write(part, size)
    else {
      desk.set(part, size)
      size += part.length
    }
  }
  return Buffer.from(desk.subarray(0, size))
}
