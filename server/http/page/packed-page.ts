/**
 * A page that is compressed once and sent many times. Each answer has its own nonce, so the stream is flushed around
 * the nonce, which is inserted uncompressed: as a meta-block of Brotli (RFC 7932, section 9.2), or as a stored block of
 * gzip (RFC 1951, section 3.2.4), whose checksum is calculated from those of the parts.
 */
import { promisify } from 'node:util'
import { brotliDecompress, constants, crc32, createBrotliCompress, createDeflateRaw, gunzip } from 'node:zlib'
import { bytesOf, type Part } from './bytes.ts'
import { brotliOf, type Encoding } from '../../kernel/http/compress.ts'

/** The length of a UUID. */
const nonceLength = 36

/** The parts of a compressed page between which a nonce is written. */
export type PackedPage = {
  readonly encoding: Encoding
  readonly parts: readonly Buffer[]
  /** The checksums of the parts before compression. */
  readonly sums: readonly Checksum[]
}

type Compressor = ReturnType<typeof createBrotliCompress> | ReturnType<typeof createDeflateRaw>
type Method = {
  /**
   * The number of bytes after a nonce that are not compressed either. Brotli may compress a byte depending on the two
   * bytes before it, which must therefore be the same for every nonce.
   */
  tailLength: number
  open(quality: number): Compressor
  flush(compressor: Compressor, done: () => void): void
  unpack(bytes: Buffer): Promise<Buffer>
  write(page: PackedPage, nonce: string): Part[]
}

const methods: Record<Encoding, Method> = {
  br: {
    tailLength: 2,
    open: (quality) => createBrotliCompress(brotliOf(quality)),
    flush: (compressor, done) => compressor.flush(done),
    unpack: promisify<Buffer, Buffer>(brotliDecompress),
    write: ({ parts }, nonce) => between(parts, [metaBlockHeader, nonce]),
  },
  gzip: {
    tailLength: 0,
    open: (quality) => createDeflateRaw({ level: Math.min(quality, constants.Z_BEST_COMPRESSION) }),
    flush: (compressor, done) => compressor.flush(constants.Z_SYNC_FLUSH, done),
    unpack: promisify<Buffer, Buffer>(gunzip),
    write: ({ parts, sums }, nonce) => [
      gzipHeader,
      ...between(parts, [storedBlockHeader, nonce]),
      trailerOf(sums, checksumOf(Buffer.from(nonce))),
    ],
  },
}

/**
 * Null if unpacking the result does not return the page. `pieces` are the bytes of the page between which its nonce
 * belongs; every piece except the first starts with at least two bytes of ASCII.
 */
export async function packPage(
  pieces: readonly Buffer[],
  quality: number,
  encoding: Encoding = 'br',
): Promise<PackedPage | null> {
  const { tailLength, open, flush, unpack } = methods[encoding]
  const compressor = open(quality)
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
        else compressor.write(bytes, () => flush(compressor, done))
      }),
    ])
  const parts: Buffer[] = []
  for (const [index, piece] of pieces.entries()) {
    const tail = piece.subarray(0, index === 0 ? 0 : tailLength)
    // The output is discarded. The placeholder reserves the nonce's place, so that later back-references are correct.
    if (index > 0) await compress(Buffer.concat([placeholder(index), tail]), false)
    const part = await compress(piece.subarray(tail.length), index === pieces.length - 1)
    parts.push(index === 0 ? part : Buffer.concat([tail, part]))
  }
  const packed = { encoding, parts, sums: encoding === 'gzip' ? pieces.map(checksumOf) : [] }
  const nonce = 'x'.repeat(nonceLength)
  const unpacked = await unpack(writePacked(packed, nonce)).catch(() => null)
  return unpacked?.equals(bytesOf(between(pieces, [nonce]))) ? packed : null
}

/** The compressed page for one answer. Throws if the nonce has another length than that of a UUID. */
export function writePacked(page: PackedPage, nonce: string): Buffer {
  if (nonce.length !== nonceLength) throw new Error(`a nonce of ${nonce.length} instead of ${nonceLength} characters`)
  return bytesOf(methods[page.encoding].write(page, nonce))
}

function between(parts: readonly Part[], what: readonly Part[]): Part[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [...what, part]))
}

/**
 * The header of an uncompressed meta-block, least significant bit first: not the last one (1 bit), four nibbles of
 * length (2 bits, zero), the length minus one (16 bits), uncompressed (1 bit), and zeros to the next byte.
 */
const metaBlockHeader = Buffer.alloc(3)
metaBlockHeader.writeUIntLE(((nonceLength + methods.br.tailLength - 1) << 3) | (1 << 19), 0, 3)

/** Not the last block and stored (3 bits, zero), zeros to the next byte, the length and its complement. */
const storedBlockHeader = Buffer.alloc(5)
storedBlockHeader.writeUInt16LE(nonceLength, 1)
storedBlockHeader.writeUInt16LE(nonceLength ^ 0xffff, 3)

/** Deflate, without a name, a time or a stated system (RFC 1952). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

type Checksum = { length: number; crc: number }

const checksumOf = (bytes: Buffer): Checksum => ({ length: bytes.length, crc: crc32(bytes) })

function trailerOf(sums: readonly Checksum[], nonce: Checksum): Buffer {
  const { crc, length } = sums.reduce((sum, part) => joined(joined(sum, nonce), part))
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc, 0)
  trailer.writeUInt32LE(length, 4)
  return trailer
}

/** The checksum of two texts in sequence: the remainder of the first is multiplied by x for each bit of the second. */
function joined(first: Checksum, second: Checksum): Checksum {
  return {
    length: first.length + second.length,
    crc: (product(powerOf(second.length * 8), first.crc) ^ second.crc) >>> 0,
  }
}

const powers = new Map<number, number>()

/** x to this power, modulo the polynomial of CRC-32. */
function powerOf(exponent: number): number {
  const known = powers.get(exponent)
  if (known !== undefined) return known
  const half = exponent < 2 ? 0 : powerOf(exponent >> 1)
  // The highest bit is x to the power of zero.
  const power = exponent === 0 ? 1 << 31 : exponent === 1 ? 1 << 30 : product(half, half)
  const result = exponent > 1 && exponent % 2 === 1 ? product(power, 1 << 30) : power
  if (powers.size < mostPowers) powers.set(exponent, result)
  return result
}
const mostPowers = 10_000

/** The product of two polynomials modulo that of CRC-32; the bits are reversed. */
function product(one: number, other: number): number {
  let sum = 0
  for (let bit = 31; bit >= 0; bit--) {
    if ((one >>> bit) & 1) sum ^= other
    other = other & 1 ? (other >>> 1) ^ 0xedb88320 : other >>> 1
  }
  return sum
}

/**
 * A sequence of control characters in which no pair occurs twice, so that it contains no back-reference: the nonce that
 * replaces it would not repeat the referenced bytes.
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
