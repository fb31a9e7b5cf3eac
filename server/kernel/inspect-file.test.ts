import { describe, expect, test } from 'vitest'
import { documentLimits } from '#contract/fields/document-limits.ts'
import {
  heic,
  jpeg,
  maliciousFiles,
  pdf,
  png,
  validFiles,
  webp,
  webpCanvas,
  zipTail,
} from '#tests/setup/sample-files.ts'
import { inspectFile } from './inspect-file.ts'
import { type Bytes, readHeic, readJpeg, readPng, readWebp } from './picture-frames.ts'

const fileOf = (bytes: Buffer): Bytes => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
})
const inspect = (...parts: Buffer[]) => inspectFile(fileOf(Buffer.concat(parts)))
const claiming = (width: number, height: number) => png(1, 1, { width, height, zeros: 64 })

describe('an uploaded file', () => {
  test.each(validFiles)('is accepted with the type of its bytes: $name', async ({ bytes, type }) => {
    expect(await inspect(bytes)).toEqual({ mimeType: type })
  })

  test.each(maliciousFiles)('is refused if it is %s', async (_, { bytes }) => {
    expect(await inspect(bytes)).toEqual({ fault: expect.stringMatching(/^(fileType|fileBroken|filePixels)$/) })
  })

  test('may have exactly the largest side and number of pixels', async () => {
    const { maxSide, maxPixels } = documentLimits
    const most = maxPixels / maxSide
    expect(await inspect(claiming(maxSide, most))).toEqual({ mimeType: 'image/png' })
    expect(await inspect(claiming(most, maxSide))).toEqual({ mimeType: 'image/png' })
    expect(await inspect(claiming(maxSide, most + 1))).toEqual({ fault: 'filePixels' })
    expect(await inspect(claiming(maxSide + 1, 1))).toEqual({ fault: 'filePixels' })
    expect(await inspect(claiming(1, maxSide + 1))).toEqual({ fault: 'filePixels' })
  })

  test('is no archive, even where the longest comment of an archive follows', async () => {
    expect(await inspect(png(), zipTail(), Buffer.alloc(65_535))).toEqual({ fault: 'fileType' })
  })

  test('is no page, at its start or at its end', async () => {
    const filler = Buffer.alloc(100_000, 0x20)
    expect(await inspect(jpeg(8, 8, Buffer.from('<IFRAME src=x>')))).toEqual({ fault: 'fileType' })
    expect(await inspect(jpeg(), filler, Buffer.from('<?php x ?>'))).toEqual({ fault: 'fileType' })
    expect(await inspect(jpeg(), filler)).toEqual({ mimeType: 'image/jpeg' })
  })

  test('is a PDF of a known version with its end', async () => {
    expect(await inspect(Buffer.from(pdf().toString('latin1').replace('%PDF-1.7', '%PDF-2.0')))).toEqual({
      mimeType: 'application/pdf',
    })
    expect(await inspect(Buffer.from(pdf().toString('latin1').replace('%PDF-1.7', '%PDF-3.0')))).toEqual({
      fault: 'fileType',
    })
    expect(await inspect(pdf().subarray(0, -3))).toEqual({ fault: 'fileBroken' })
    expect(await inspect(pdf(), Buffer.alloc(5000, 0x20))).toEqual({ fault: 'fileBroken' })
  })
})

describe('the size of a picture is read from', () => {
  const segment = (marker: number, ...data: number[]) =>
    Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data])
  const start = Buffer.from([0xff, 0xd8])
  const frame = (marker: number, width: number, height: number) =>
    segment(marker, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0)
  const readAs = (read: (file: Bytes) => unknown, ...parts: Buffer[]) => read(fileOf(Buffer.concat(parts)))

  test('the frame of a JPEG, not from the tables and fill bytes before it', async () => {
    const table = (marker: number) => segment(marker, 8, 0, 1, 0, 1, 0, 0, 0)
    const before = [start, table(0xc4), table(0xc8), table(0xcc), Buffer.from([0xff]), Buffer.from([0xff, 0x01])]
    expect(await readAs(readJpeg, ...before, frame(0xc2, 300, 200))).toEqual({ width: 300, height: 200 })
    expect(await readAs(readJpeg, start, frame(0xcf, 300, 200))).toEqual({ width: 300, height: 200 })
    expect(await readAs(readJpeg, start, frame(0xc0, 0, 200))).toBeNull()
    expect(await readAs(readJpeg, start, frame(0xc0, 300, 0))).toBeNull()
    expect(await readAs(readJpeg, start, Buffer.from([0xff, 0xda, 0, 2]), frame(0xc0, 300, 200))).toBeNull()
    expect(await readAs(readJpeg, start, frame(0xc0, 300, 200).subarray(0, 8))).toBeNull()
  })

  test('the first chunk of a PNG that has its end', async () => {
    expect(await readAs(readPng, png(31, 17))).toEqual({ width: 31, height: 17 })
    expect(await readAs(readPng, png(31, 17).subarray(0, -1))).toBeNull()
    expect(await readAs(readPng, png(31, 17).subarray(0, 8), png(31, 17).subarray(33))).toBeNull()
  })

  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)])
  }
  const webpOf = (...chunks: Buffer[]) => Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), ...chunks])
  const lossy = (width: number, height: number) => {
    const data = Buffer.alloc(20)
    data.set([0x9d, 0x01, 0x2a], 3)
    data.writeUInt16LE(width, 6)
    data.writeUInt16LE(height, 8)
    return chunk('VP8 ', data)
  }
  const animated = (width: number, height: number) => {
    const data = Buffer.alloc(24)
    data.writeUIntLE(width - 1, 6, 3)
    data.writeUIntLE(height - 1, 9, 3)
    return chunk('ANMF', data)
  }

  test('a WebP of each coding', async () => {
    expect(await readAs(readWebp, webp(320, 200))).toEqual({ width: 320, height: 200 })
    expect(await readAs(readWebp, webp(16_384, 16_384))).toEqual({ width: 16_384, height: 16_384 })
    expect(await readAs(readWebp, webpCanvas(70_000, 3))).toEqual({ width: 70_000, height: 3 })
    // The two highest bits are the scale at which to show it.
    expect(await readAs(readWebp, webpOf(lossy(0x4000 | 640, 0x8000 | 480)))).toEqual({ width: 640, height: 480 })
    expect(await readAs(readWebp, webpOf(lossy(0, 480)))).toBeNull()
  })

  test('the largest frame of a WebP, behind chunks of odd length', async () => {
    const canvas = webpCanvas(10, 10).subarray(12)
    const other = chunk('ICCP', Buffer.alloc(33))
    const frames = [animated(20, 50), animated(300, 40), animated(9, 9)]
    expect(await readAs(readWebp, webpOf(canvas, other, ...frames))).toEqual({ width: 300, height: 40 })
  })

  test('the largest picture of a HEIC, whose boxes may have long lengths', async () => {
    expect(await readAs(readHeic, heic(4032, 3024))).toEqual({ width: 4032, height: 3024 })
    expect(await readAs(readHeic, heic(300, 200))).toEqual({ width: 512, height: 512 })
    const whole = heic(4032, 3024)
    const data = Buffer.alloc(16 + 64)
    data.writeUInt32BE(1)
    data.write('mdat', 4, 'latin1')
    data.writeBigUInt64BE(BigInt(data.length), 8)
    const described = whole.subarray(0, -72)
    expect(await readAs(readHeic, described, data)).toEqual({ width: 4032, height: 3024 })
    expect(await readAs(readHeic, described, data.subarray(0, -1))).toBeNull()
    const empty = Buffer.from('\0\0\0\x01mdat\0\0\0\0\0\0\0\x10', 'latin1')
    expect(await readAs(readHeic, described, empty)).toBeNull()
    // A length of zero reaches to the end of the file; a box without data has no picture.
    expect(await readAs(readHeic, described, Buffer.from('\0\0\0\0mdat12'))).toEqual({ width: 4032, height: 3024 })
    expect(await readAs(readHeic, described, Buffer.from('\0\0\0\x08mdat'))).toBeNull()
  })

  test('a HEIC that names its coding first or among the compatible ones', async () => {
    const brands = (text: string) => inspect(heic(64, 64, text))
    expect(await brands('mif1\0\0\0\0mif1heix')).toEqual({ mimeType: 'image/heic' })
    expect(await brands('heic\0\0\0\0')).toEqual({ mimeType: 'image/heic' })
    // The second word is a version.
    expect(await brands('avifheicavif')).toEqual({ fault: 'fileType' })
  })
})
