/** Formats 16 random bytes as a UUID (version 4). */
export function uuidOf(bytes: Uint8Array): string {
  const copy = Buffer.from(bytes)
  copy[6] = (copy[6]! & 0x0f) | 0x40
  copy[8] = (copy[8]! & 0x3f) | 0x80
  return copy.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
