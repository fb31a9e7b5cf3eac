/**
 * A page that is compressed once and sent many times. Each answer has its own nonce, so the Brotli stream is flushed
 * around it, and the nonce is put there as an uncompressed meta-block (RFC 7932, section 9.2).
 */
import { promisify } from 'node:util'
import { brotliDecompress, createBrotliCompress } from 'node:zlib'
import { bytesOf } from './bytes.ts'
import { brotliOf } from './compress.ts'

/** The length of a UUID. */
const nonceLength = 36
/**
 * Compressed with the nonce: what follows it may be compressed with regard to the two bytes before, which must be the
 * same for every nonce.
 */
const tailLength = 2

/** The parts of a compressed page between which a nonce is written. */
export type PackedPage = readonly Buffer[]

/**
 * Null if the result, with a nonce, is not the page. `pieces` are the bytes of the page between which its nonce belongs;
 * every piece but the first starts with at least two bytes of ASCII.
 */
export async function packPage(pieces: readonly Buffer[], quality: number): Promise<PackedPage | null> {
  const compressor = createBrotliCompress(brotliOf(quality))
  let written: Buffer[] = []
  compressor.on('data', (chunk: Buffer) => written.push(chunk))
  const failed = new Promise<never>((_, reject) => compressor.once('error', reject))
  const compress = (bytes: Buffer, isLast: boolean) =>
    Promise.race([
      failed,
      new Promise<Buffer>((resolve) => {
        const done = () => {
          const part = Buffer.concat(written)
          written = []
          resolve(part)
        }
        if (isLast) compressor.once('end', done).end(bytes)
        else compressor.write(bytes, () => compressor.flush(done))
      }),
    ])
  const parts: Buffer[] = []
  for (const [index, piece] of pieces.entries()) {
    const tail = piece.subarray(0, index === 0 ? 0 : tailLength)
    // Discarded: it keeps the place of the nonce, so that later references within the page point where they should.
    if (index > 0) await compress(Buffer.concat([placeholder(index), tail]), false)
    const part = await compress(piece.subarray(tail.length), index === pieces.length - 1)
    parts.push(index === 0 ? part : Buffer.concat([tail, part]))
  }
  const nonce = 'x'.repeat(nonceLength)
  const page = bytesOf(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [nonce, piece])))
  const unpacked = await promisify(brotliDecompress)(writePacked(parts, nonce)).catch(() => null)
  return unpacked?.equals(page) ? parts : null
}

/** The compressed page for one answer. Throws if the nonce has another length than that of a UUID. */
export function writePacked(parts: PackedPage, nonce: string): Buffer {
  if (nonce.length !== nonceLength) throw new Error(`a nonce of ${nonce.length} instead of ${nonceLength} characters`)
  return bytesOf(parts.flatMap((part, index) => (index === 0 ? [part] : [storedHeader, nonce, part])))
}

/**
 * The header of an uncompressed meta-block, least significant bit first: not the last one (1 bit), four nibbles of length
 * (2 bits, zero), the length minus one (16 bits), uncompressed (1 bit), and zeros to the next byte.
 */
const storedHeader = Buffer.alloc(3)
storedHeader.writeUIntLE(((nonceLength + tailLength - 1) << 3) | (1 << 19), 0, 3)

/**
 * Control characters, no two of which follow each other twice: nothing in it can be compressed as a reference to an
 * earlier place, which an uncompressed meta-block would not repeat.
 */
function placeholder(index: number): Buffer {
  const [first, count] = [0x0e, 17]
  return Buffer.from(
    Array.from({ length: nonceLength }, (_, place) => {
      const step = 1 + 3 * (index - 1) + Math.floor(place / count)
      return first + (((place % count) * step) % count)
    }),
  )
}
