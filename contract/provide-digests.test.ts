import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { provideDigests } from './provide-digests.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const hexOf = (buffer: ArrayBuffer) => Buffer.from(buffer).toString('hex')

test('the replacement for WebCrypto computes the same digests as node:crypto', async () => {
  const page: { subtle?: object } = {}
  await provideDigests(page)
  const { subtle } = page as { subtle: SubtleCrypto }
  for (const text of ['', 'seed', 'ä🎈', 'x'.repeat(200)]) {
    expect(hexOf(await subtle.digest('SHA-256', bytesOf(text)))).toBe(createHash('sha256').update(text).digest('hex'))
    for (const secret of ['key', 'k'.repeat(100)]) {
      const key = await subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
      const mac = await subtle.sign('HMAC', key, bytesOf(text))
      expect(hexOf(mac)).toBe(createHmac('sha256', secret).update(text).digest('hex'))
    }
  }
})

test('existing WebCrypto is not replaced', async () => {
  const { subtle } = crypto
  await provideDigests()
  expect(crypto.subtle).toBe(subtle)
})
