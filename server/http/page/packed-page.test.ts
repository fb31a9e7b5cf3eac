import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packPage, writePacked } from './packed-page.ts'

/** The pieces have long repetitive texts and characters of several bytes; nonces belong between them. */
const pieces = [
  '<!doctype html><html lang="ar" dir="rtl"><head><title>…🎰</title><style nonce="',
  `">${readFileSync('web/design/tokens.css', 'utf8')}</style>${'<p>الرصيد المتاح: €\u00a012.50</p>'.repeat(200)}<script nonce="`,
  `" data-entry="/assets/entry.js">${readFileSync('contract/pages.ts', 'utf8')}</script></body></html>`,
].map((text) => Buffer.from(text))

test.each([5, 10, 11])('a page packed at level %i is unpacked unchanged with any nonce', async (quality) => {
  const packed = await packPage(pieces, quality)
  for (const nonce of [randomUUID(), randomUUID(), '0'.repeat(36), '<style nonce="<style nonce="<style n'])
    expect(brotliDecompressSync(writePacked(packed!, nonce)).toString()).toBe(pieces.join(nonce))
})

test.each([1, 5, 11])('a page packed as gzip at level %i is unpacked unchanged with any nonce', async (quality) => {
  const packed = await packPage(pieces, quality, 'gzip')
  for (const nonce of [randomUUID(), randomUUID(), '0'.repeat(36), '<style nonce="<style nonce="<style n'])
    expect(gunzipSync(writePacked(packed!, nonce)).toString()).toBe(pieces.join(nonce))
  const nonce = randomUUID()
  for (const some of [pieces.slice(0, 2), pieces.slice(0, 1)]) {
    const part = await packPage(some, quality, 'gzip')
    expect(gunzipSync(writePacked(part!, nonce)).toString()).toBe(some.join(nonce))
  }
})

test('it takes little more space than the page compressed as a whole', async () => {
  const size = async (parts: Buffer[]) => writePacked((await packPage(parts, 11))!, randomUUID()).length
  const whole = await size([Buffer.from(pieces.join(randomUUID()))])
  expect((await size(pieces)) - whole).toBeLessThan(200)
})

test('a page without a second nonce, and one without any, are packed as well', async () => {
  for (const some of [pieces.slice(0, 2), pieces.slice(0, 1)]) {
    const nonce = randomUUID()
    expect(brotliDecompressSync(writePacked((await packPage(some, 5))!, nonce)).toString()).toBe(some.join(nonce))
  }
})

test('a page that contains the placeholder of a nonce is unpacked unchanged, or is not packed', async () => {
  const control = Buffer.from(Array.from({ length: 17 }, (_, place) => 0x0e + place))
  const hostile = [Buffer.concat([control, control, pieces[0]!]), Buffer.concat([pieces[1]!, control]), pieces[2]!]
  const nonce = randomUUID()
  for (const quality of [5, 11]) {
    const zipped = await packPage(hostile, quality, 'gzip')
    if (zipped) expect(gunzipSync(writePacked(zipped, nonce)).toString()).toBe(hostile.join(nonce))
    const packed = await packPage(hostile, quality)
    if (packed) expect(brotliDecompressSync(writePacked(packed, nonce)).toString()).toBe(hostile.join(nonce))
  }
})

test('a nonce of another length is refused', () => {
  expect(() => writePacked({ encoding: 'br', parts: pieces, sums: [] }, 'short')).toThrow(/5 instead of 36/)
})
