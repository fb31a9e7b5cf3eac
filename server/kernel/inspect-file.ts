/** Determines a file's type from its bytes, and whether it is accepted. The sender's name and type are ignored. */
import { type DocumentMimeType, documentLimits } from '#contract/fields/document-limits.ts'
import { type Bytes, type Frame, isHeic, readHeic, readJpeg, readPng, readWebp } from './picture-frames.ts'

export type FileFault = 'fileType' | 'fileBroken' | 'filePixels'
export type Inspection = { mimeType: DocumentMimeType } | { fault: FileFault }

const windowBytes = 4096
/** ZIP readers search from the end of a file, so an archive may start anywhere. */
const zipTailBytes = 65_557

export async function inspectFile(file: Bytes): Promise<Inspection> {
  const head = await file.read(0, windowBytes)
  const mimeType = typeOf(head)
  if (!mimeType) return { fault: 'fileType' }
  if (await isSomethingElseToo(file, head, mimeType)) return { fault: 'fileType' }
  if (mimeType === 'application/pdf') return (await endsAsPdf(file)) ? { mimeType } : { fault: 'fileBroken' }
  const frame = await pictures[mimeType](file)
  if (!frame) return { fault: 'fileBroken' }
  return isSane(frame) ? { mimeType } : { fault: 'filePixels' }
}

const pictures = { 'image/jpeg': readJpeg, 'image/png': readPng, 'image/webp': readWebp, 'image/heic': readHeic }

function typeOf(head: Buffer): DocumentMimeType | null {
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png'
  const text = head.toString('latin1', 0, 16)
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp'
  if (isHeic(head)) return 'image/heic'
  return /^%PDF-[12]\.\d/.test(text) ? 'application/pdf' : null
}

/**
 * A file that other programs would read as a page, a program or an archive is refused, although it is only ever served
 * as a download: whoever opens it must get a picture or document and nothing else.
 */
async function isSomethingElseToo(file: Bytes, head: Buffer, mimeType: DocumentMimeType): Promise<boolean> {
  const tail = await file.read(Math.max(0, file.size - zipTailBytes), zipTailBytes)
  if (tail.includes('PK\x05\x06')) return true
  if (mimeType !== 'application/pdf' && head.includes('%PDF-')) return true
  return [head, tail.subarray(-windowBytes)].some((bytes) =>
    /<!doctype|<html|<script|<svg|<iframe|<\?php|^#!/i.test(bytes.toString('latin1')),
  )
}

async function endsAsPdf(file: Bytes): Promise<boolean> {
  const tail = await file.read(Math.max(0, file.size - windowBytes), windowBytes)
  return tail.includes('%%EOF')
}

function isSane({ width, height }: Frame): boolean {
  return (
    width <= documentLimits.maxSide && height <= documentLimits.maxSide && width * height <= documentLimits.maxPixels
  )
}
