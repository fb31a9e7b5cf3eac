import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { PageDocument } from './document.ts'
import { type PackedPage, writePacked } from './packed-page.ts'
import { PackedPages } from './packed-pages.ts'
import type { Preferences } from './preferences.ts'
import { Turns } from '../turns.ts'

const nonce = 'b7f0c7e2-5f5e-4a55-9d52-8f6b34d8e9aa'
const looks: Preferences = { theme: 'dark', drawer: 'wide', cookies: 'asked', offer: null, reminder: null, life: null }
const documentOf = (body: string) =>
  new PageDocument(
    { locale: 'en', direction: 'ltr', title: 'Lobby', head: [], jsonLd: null, body, state: [] } as never,
    { entry: '/assets/entry.js', preloads: [], fonts: [], styles: [] },
    { catalogue: '1', build: '1', operatorCss: '' },
  ).settle()
const textOf = (packed: PackedPage | null) => brotliDecompressSync(writePacked(packed!, nonce)).toString()

test('a page is compressed once for all visitors with the same preferences, and again for another document', async () => {
  const pages = new PackedPages(() => 0, new Turns(8))
  const first = documentOf('<p>first</p>')
  const [one, same] = await Promise.all([pages.read('/', first, looks), pages.read('/', first, looks)])
  expect(same).toBe(one)
  expect(textOf(one)).toBe(first.write(nonce, looks).toString())
  const light = { ...looks, theme: 'light' } as const
  expect(textOf(await pages.read('/', first, light))).toBe(first.write(nonce, light).toString())
  const second = documentOf('<p>second</p>')
  expect(textOf(await pages.read('/', second, looks))).toBe(second.write(nonce, looks).toString())
})

test('a page that is read again is compressed better, one page at a time, in a tenth of the time', async () => {
  let now = 0
  const pages = new PackedPages(() => now, new Turns(8))
  const body = Array.from({ length: 400 }, (_, place) => `<p class="tile">${place * 7919} games</p>`).join('')
  const [one, other] = [documentOf(body), documentOf(`${body} `)]
  const sizeOf = async (key: string, document: PageDocument) =>
    writePacked((await pages.read(key, document, looks))!, nonce).length
  const quickly = await sizeOf('/', one)
  await sizeOf('/other', other)
  await sizeOf('/', one)
  await sizeOf('/other', other)
  now = 100
  await expect.poll(() => sizeOf('/', one)).toBeLessThan(quickly)
  // The compression took 100 ms, so the next one is due after another 900 ms.
  now = 999
  await sizeOf('/other', other)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await sizeOf('/other', other)).toBeGreaterThan(quickly - 20)
  now = 1000
  await sizeOf('/other', other)
  await expect.poll(() => sizeOf('/other', other)).toBeLessThan(quickly)
  expect(textOf(await pages.read('/other', other, looks))).toBe(other.write(nonce, looks).toString())
})
