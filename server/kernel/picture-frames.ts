/** Width and height from the headers of a picture. Nothing is decoded, so a decompression bomb has no effect. */
import type { StoredFile } from '../partners/storage/port.ts'

export type Bytes = Pick<StoredFile, 'size' | 'read'>
export type Frame = { width: number; height: number }

/** More segments than any camera or program writes. */
const maxParts = 20_000
/** Frame headers of JPEG; C4, C8 and CC in the same range have other meanings. */
const isFrameMarker = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isStandalone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** Null if the file is not a displayable JPEG. */
export async function readJpeg(file: Bytes): Promise<Frame | null> {
  for (let at = 2, part = 0; part < maxParts; part++) {
    const head = await file.read(at, 9)
    if (head.length < 4 || head[0] !== 0xff) return null
    const marker = head[1]!
    if (marker === 0xff) at += 1
    else if (isStandalone(marker)) at += 2
    else if (isFrameMarker(marker)) return head.length < 9 ? null : frame(head.readUInt16BE(7), head.readUInt16BE(5))
    else if (marker === 0xda || marker === 0xd9) return null
    else at += 2 + Math.max(2, head.readUInt16BE(2))
  }
  return null
}

/** Walks all chunks: the first contains the size, the last must be the end. */
export async function readPng(file: Bytes): Promise<Frame | null> {
  let found: Frame | null = null
  for (let at = 8, part = 0; part < maxParts; part++) {
    const head = await file.read(at, 16)
    if (head.length < 8) return null
    const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
    if (part === 0) {
      if (type !== 'IHDR' || length !== 13 || head.length < 16) return null
      found = frame(head.readUInt32BE(8), head.readUInt32BE(12))
    }
    if (type === 'IEND') return at + 12 <= file.size ? found : null
    at += 12 + length
  }
  return null
}

/** The canvas, or the largest of the frames. */
export async function readWebp(file: Bytes): Promise<Frame | null> {
  let found: Frame | null = null
  for (let at = 12, part = 0; part < maxParts && at < file.size; part++) {
    const head = await file.read(at, 24)
    if (head.length < 24) break
    const type = head.toString('latin1', 0, 4)
    const inner = webpFrame(type, head)
    if (inner === 'broken') return null
    if (inner && (!found || inner.width * inner.height > found.width * found.height)) found = inner
    const length = head.readUInt32LE(4)
    at += 8 + length + (length % 2)
  }
  return found
}

function webpFrame(type: string, head: Buffer): Frame | 'broken' | null {
  if (type === 'VP8X') return frame(head.readUIntLE(12, 3) + 1, head.readUIntLE(15, 3) + 1) ?? 'broken'
  if (type === 'ANMF') return frame(head.readUIntLE(14, 3) + 1, head.readUIntLE(17, 3) + 1) ?? 'broken'
  if (type === 'VP8L') {
    if (head[8] !== 0x2f) return 'broken'
    const bits = head.readUInt32LE(9)
    return frame((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1) ?? 'broken'
  }
  if (type !== 'VP8 ') return null
  if (head[11] !== 0x9d || head[12] !== 0x01 || head[13] !== 0x2a) return 'broken'
  return frame(head.readUInt16LE(14) & 0x3fff, head.readUInt16LE(16) & 0x3fff) ?? 'broken'
}

function frame(width: number, height: number): Frame | null {
  return width > 0 && height > 0 ? { width, height } : null
}

/** Still pictures coded as HEVC (ISO/IEC 23008-12). `mif1` and `msf1` say nothing about the coding. */
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis'])

/** Whether a file starts as HEIC: a box of type `ftyp` that names a brand of it, first or among the compatible ones. */
export function isHeic(head: Buffer): boolean {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return false
  const end = Math.min(head.readUInt32BE(0), head.length)
  for (let at = 8; at + 4 <= end; at += 4)
    if (at !== 12 && heicBrands.has(head.toString('latin1', at, at + 4))) return true
  return false
}

type Box = { type: string; from: number; to: number }

/** The boxes between two positions, as far as they are complete. */
async function boxesOf(file: Bytes, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to && boxes.length < maxParts;) {
    const head = await file.read(at, 16)
    if (head.length < 8) break
    const [short, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
    const isLong = short === 1 && head.length === 16
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short
    const start = at + (isLong ? 16 : 8)
    if (at + length > to || at + length < start) break
    boxes.push({ type, from: start, to: at + length })
    at += length
  }
  return boxes
}

/**
 * The largest picture that the properties describe; for a tiled picture that is the whole one. Null if the data are
 * incomplete.
 */
export async function readHeic(file: Bytes): Promise<Frame | null> {
  const boxes = await boxesOf(file, 0, file.size)
  const meta = boxes.find(({ type }) => type === 'meta')
  if (!meta || !boxes.some(({ type, from, to }) => type === 'mdat' && to > from)) return null
  // The first four bytes are version and flags.
  const properties = (await boxesOf(file, meta.from + 4, meta.to)).find(({ type }) => type === 'iprp')
  const container =
    properties && (await boxesOf(file, properties.from, properties.to)).find(({ type }) => type === 'ipco')
  if (!container) return null
  let found: Frame | null = null
  for (const { type, from, to } of await boxesOf(file, container.from, container.to)) {
    if (type !== 'ispe' || to - from < 12) continue
    const size = await file.read(from, 12)
    const next = frame(size.readUInt32BE(4), size.readUInt32BE(8))
    if (next && (!found || next.width * next.height > found.width * found.height)) found = next
  }
  return found
}
