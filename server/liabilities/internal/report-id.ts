/** A random UUID (version 4) of 16 given bytes. */
export function uuidOf(bytes: Uint8Array): string {
  const own = Buffer.from(bytes)
  own[6] = (own[6]! & 0x0f) | 0x40
  own[8] = (own[8]! & 0x3f) | 0x80
  return own.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
