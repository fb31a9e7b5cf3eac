/** Files to hand in as documents: sound ones, and ones made to harm. Each is made here, byte by byte. */
import { crc32, deflateSync } from 'node:zlib'

export type Paper = { name: string; type: string; bytes: Buffer }

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A real grey picture; with `claimed`, one whose header promises that size and whose data unpack to zeros without end. */
export function png(width = 8, height = 8, claimed?: { width: number; height: number; zeros: number }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(claimed?.width ?? width, 0)
  header.writeUInt32BE(claimed?.height ?? height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = claimed
    ? Buffer.alloc(claimed.zeros)
    : Buffer.concat(Array.from({ length: height }, () => Buffer.concat([Buffer.alloc(1), Buffer.alloc(width, 0x80)])))
  return Buffer.concat([
    pngMark,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Headers of a baseline JPEG, a little data, and the end; `before` stands as a comment ahead of the frame. */
export function jpeg(width = 640, height = 480, before: Buffer = Buffer.alloc(0)): Buffer {
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([head, data])
  }
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...(before.length > 0 ? [segment(0xfe, before)] : []),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.alloc(64, 0x55),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** A lossless WebP of this size; its pixels are of no matter here. */
export function webp(width = 320, height = 200): Buffer {
  const bits = (width - 1) | ((height - 1) << 14)
  const data = Buffer.concat([Buffer.from([0x2f]), Buffer.alloc(4), Buffer.alloc(15, 1)])
  data.writeUInt32LE(bits >>> 0, 1)
  return riff([['VP8L', data]])
}

/** An extended WebP with a canvas of this size and nothing on it. */
export function webpCanvas(width: number, height: number): Buffer {
  const data = Buffer.alloc(24)
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return riff([['VP8X', data]])
}

function riff(chunks: Array<[string, Buffer]>): Buffer {
  const body = Buffer.concat(
    chunks.map(([type, data]) => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(data.length)
      return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)])
    }),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length + 4)
  return Buffer.concat([Buffer.from('RIFF'), size, Buffer.from('WEBP'), body])
}

export function pdf(more = ''): Buffer {
  return Buffer.from(
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\n${more}trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`,
    'latin1',
  )
}

/** An archive with one empty entry, as a reader finds it from the end. */
export function zipTail(): Buffer {
  return Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(document.cookie)</script></svg>'
const html = '<!doctype html><script>alert(1)</script>'

export const soundPapers: Paper[] = [
  { name: 'passport.jpg', type: 'image/jpeg', bytes: jpeg() },
  { name: 'bill.png', type: 'image/png', bytes: png() },
  { name: 'card.webp', type: 'image/webp', bytes: webp() },
  { name: 'statement.pdf', type: 'application/pdf', bytes: pdf() },
  {
    name: 'with a trailer of the phone.jpg',
    type: 'image/jpeg',
    bytes: Buffer.concat([jpeg(), Buffer.from('SEFT of a phone'.repeat(20))]),
  },
]

/** [what it is, the file]; each claims to be a picture. */
export const harmfulPapers: Array<[string, Paper]> = [
  ['an SVG', { name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from(svg) }],
  ['an SVG that says it is a PNG', { name: 'a.png', type: 'image/png', bytes: Buffer.from(svg) }],
  ['a page that says it is a JPEG', { name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.from(html) }],
  ['a PDF that is a page as well', { name: 'a.pdf', type: 'application/pdf', bytes: pdf(html) }],
  ['a JPEG with a page in its comment', { name: 'a.jpg', type: 'image/jpeg', bytes: jpeg(64, 64, Buffer.from(html)) }],
  [
    'a JPEG with a page behind its end',
    { name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.concat([jpeg(), Buffer.from(html)]) },
  ],
  ['a JPEG that is a PDF as well', { name: 'a.jpg', type: 'image/jpeg', bytes: jpeg(64, 64, pdf()) }],
  ['a PNG that is an archive as well', { name: 'a.png', type: 'image/png', bytes: Buffer.concat([png(), zipTail()]) }],
  [
    'a PDF that is an archive as well',
    { name: 'a.pdf', type: 'application/pdf', bytes: Buffer.concat([pdf(), zipTail()]) },
  ],
  ['a GIF', { name: 'a.gif', type: 'image/gif', bytes: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1') }],
  ['a program', { name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]) }],
  ['a script of the shell', { name: 'a.png', type: 'image/png', bytes: Buffer.from('#!/bin/sh\nrm -rf /\n') }],
  [
    'a picture of 60,000 by 60,000 in a few kilobytes',
    { name: 'bomb.png', type: 'image/png', bytes: png(1, 1, { width: 60_000, height: 60_000, zeros: 5_000_000 }) },
  ],
  ['a strip of 65,535 by 1', { name: 'strip.jpg', type: 'image/jpeg', bytes: jpeg(65_535, 1) }],
  ['a JPEG of 65,535 by 65,535', { name: 'bomb.jpg', type: 'image/jpeg', bytes: jpeg(65_535, 65_535) }],
  [
    'a WebP canvas of 16 million by 16 million',
    { name: 'bomb.webp', type: 'image/webp', bytes: webpCanvas(16_777_216, 16_777_216) },
  ],
  ['a JPEG that is cut off', { name: 'a.jpg', type: 'image/jpeg', bytes: jpeg().subarray(0, 12) }],
  ['a PNG without an end', { name: 'a.png', type: 'image/png', bytes: png().subarray(0, -12) }],
  [
    'a PNG whose chunks lead round in a circle',
    {
      name: 'a.png',
      type: 'image/png',
      bytes: Buffer.concat([
        png().subarray(0, 33),
        Buffer.from([0xff, 0xff, 0xff, 0xf4]),
        Buffer.from('IDAT'),
        Buffer.alloc(64),
      ]),
    },
  ],
  ['a PDF that is cut off', { name: 'a.pdf', type: 'application/pdf', bytes: pdf().subarray(0, 40) }],
]

export function formOf({ name, type, bytes }: Paper, kind: string | null = 'identity'): FormData {
  const form = new FormData()
  if (kind !== null) form.set('type', kind)
  form.set('file', new File([new Uint8Array(bytes)], name, { type }))
  return form
}
