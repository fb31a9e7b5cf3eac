/**
 * The encrypted file format: `FHS1`, 16 random bytes, then pieces of 64 KiB, each encrypted by AES-256-GCM with a key
 * unique to the file. A piece is bound to its index and to whether it is the last, so none can be changed, swapped,
 * added or cut off.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

const magicBytes = Buffer.from('FHS1')
const saltLength = 16
const tagLength = 16
export const headLength = magicBytes.length + saltLength
export const pieceLength = 64 * 1024
const sealedLength = pieceLength + tagLength

/** Bound to the file's name as well: a file stored under another name cannot be opened. */
export function fileKey(rootKey: Buffer, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', rootKey, salt, `document:${name}`, 32))
}

export function makeHead(salt: Buffer): Buffer {
  return Buffer.concat([magicBytes, salt])
}

/** The salt in a file's header. Throws if the file is not a sealed file. */
export function saltOf(head: Buffer): Buffer {
  if (head.length !== headLength || !head.subarray(0, magicBytes.length).equals(magicBytes))
    throw new Error('not a sealed file')
  return head.subarray(magicBytes.length)
}

/** Size of the contents of a sealed file of this length. Throws if no contents have that sealed length. */
export function sizeOf(length: number): number {
  const body = length - headLength
  const size = body - piecesOf(length) * tagLength
  if (body < tagLength || size < 0) throw new Error('truncated sealed file')
  return size
}

export function piecesOf(length: number): number {
  return Math.ceil((length - headLength) / sealedLength)
}

/** Offset of a piece in the file. */
export function placeOf(index: number, length: number): { start: number; end: number } {
  const start = headLength + index * sealedLength
  return { start, end: Math.min(start + sealedLength, length) }
}

export function seal(key: Buffer, index: number, isLast: boolean, piece: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(index, isLast))
  return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
}

/** Throws if the piece is not the one that was sealed here. */
export function unseal(key: Buffer, index: number, isLast: boolean, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(index, isLast))
  decipher.setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()])
}

/** The key is unique to the file, so the index of the piece is a safe nonce. */
function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(index, 7)
  bytes[11] = isLast ? 1 : 0
  return bytes
}

/** Splits a stream into pieces and marks the last one; there is always at least one. */
export async function* pieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let buffered = Buffer.alloc(0)
  for await (const chunk of bytes) {
    buffered = Buffer.concat([buffered, chunk])
    while (buffered.length > pieceLength) {
      yield { piece: buffered.subarray(0, pieceLength), isLast: false }
      buffered = buffered.subarray(pieceLength)
    }
  }
  yield { piece: buffered, isLast: true }
}
