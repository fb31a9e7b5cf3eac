import { inflateSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Brand } from '../../reference/content/brand.ts'
import { type Content, loadContent } from '../../reference/content/content.ts'
import { appIcons, mountIcons } from './app-icons.ts'
import { mountManifests } from './app-manifest.ts'
import { PageDocument } from './document.ts'

const brand = {
  alt: 'Acme & Sons',
  mark: { src: '/brand/aa.png', width: 64, height: 64 },
  markLight: { src: '/brand/bb.svg', width: 1, height: 1 },
}
const assets = { entry: '/e.js', preloads: [], styles: [], fonts: [] }
const page = {
  kind: 'page',
  status: 200,
  locale: 'de',
  direction: 'ltr',
  title: 'T',
  head: [],
  jsonLd: null,
  body: '',
  state: [],
  files: [],
} as const
const documentWith = (brand?: object) =>
  new PageDocument(
    { ...page, head: [], state: [], files: [] },
    { ...assets },
    { catalogue: 'c', build: 'b', operatorCss: '', brand },
  )
    .write('n', { theme: 'dark', drawer: 'wide', cookies: 'asked', offer: null, reminder: null, life: null })
    .toString()

const markBytes = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#ff0000"/></svg>',
)
const ownBrand = { alt: 'Acme & Sons', mark: { src: '/brand/aa.svg', width: 1, height: 1 } }

async function appWith(brand?: Partial<Brand>) {
  const content = {
    read: () => ({ brand }),
    labels: (locale: string) => loadContent().labels(locale, 'shell'),
    pictures: new Map([['aa.svg', { type: 'svg', bytes: markBytes }]]),
  } as unknown as Content
  const app = Fastify()
  const icons = appIcons(content, brand, '#101820')
  mountIcons(app, icons)
  mountManifests(app, { content, icons, color: '#101820' })
  onTestFinished(() => app.close())
  return app
}

type Manifest = { name: string; id: string; lang: string; dir: string; start_url: string } & Record<
  'icons' | 'shortcuts',
  Array<{ src: string; url: string; name: string; sizes: string; purpose: string }>
>
const manifestOf = async (app: FastifyInstance, path: string) => (await app.inject(path)).json<Manifest>()

test("the tab shows the operator's icon, its light variant in a light browser, and otherwise the default icon", () => {
  expect(documentWith(brand).match(/<link rel="icon"[^>]*>/g)).toEqual([
    '<link rel="icon" href="/brand/aa.png" type="image/png" sizes="64x64">',
    '<link rel="icon" href="/brand/bb.svg" type="image/svg+xml" sizes="any" media="(prefers-color-scheme: light)">',
  ])
  expect(documentWith().match(/<link rel="icon"[^>]*>/g)).toEqual([
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
  ])
})

test("an installed site has the operator's name, each locale's start page and texts, and is one app in all of them", async () => {
  const app = await appWith(ownBrand)
  const [english, german, arabic] = await Promise.all(
    ['/site.webmanifest', '/site.de.webmanifest', '/site.ar.webmanifest'].map((path) => manifestOf(app, path)),
  )
  expect(english).toMatchObject({ name: 'Acme & Sons', id: '/', lang: 'en', dir: 'ltr', start_url: '/' })
  expect(german).toMatchObject({ id: '/', lang: 'de', start_url: '/de' })
  expect(arabic).toMatchObject({ id: '/', lang: 'ar', dir: 'rtl', start_url: '/ar' })
  expect(english!.shortcuts.map(({ url }) => url)).toContain('/?wallet=deposit')
  expect(german!.shortcuts.map(({ url }) => url)).toContain('/de?wallet=deposit')
  expect(german!.shortcuts.map(({ name }) => name)).toContain('Zuletzt gespielt')
})

test("its icons are PNG of the named sizes, drawn from the operator's mark; a masked one is filled to its edges", async () => {
  const app = await appWith(ownBrand)
  const { icons } = await manifestOf(app, '/site.webmanifest')
  expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
  for (const { src, sizes } of icons) {
    const { headers, rawPayload: png } = await app.inject(src)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
  const [plain, masked] = await Promise.all([icons[0]!, icons[2]!].map(async ({ src }) => pixels(app, src)))
  expect([plain!.corner, plain!.middle]).toEqual([
    [0, 0, 0, 0],
    [255, 0, 0, 255],
  ])
  expect([masked!.corner, masked!.middle]).toEqual([
    [0x10, 0x18, 0x20, 255],
    [255, 0, 0, 255],
  ])
})

test('another mark has other addresses, and a site without a brand has the default icon', async () => {
  const [own, none] = await Promise.all(
    [ownBrand, undefined].map(async (brand) => manifestOf(await appWith(brand), '/site.webmanifest')),
  )
  expect(none!.name).toBe('Fairhouse')
  expect(none!.icons[0]!.src).not.toBe(own!.icons[0]!.src)
})

/** The pixels in the corner and in the middle. */
async function pixels(app: FastifyInstance, src: string) {
  const png = (await app.inject(src)).rawPayload
  const width = png.readUInt32BE(16)
  const rows = inflateSync(Buffer.concat(chunksOf(png)))
  const bytes = unfilter(rows, width)
  const at = (x: number, y: number) => [...bytes.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
  return { corner: at(0, 0), middle: at(width / 2, width / 2) }
}

function chunksOf(png: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  return parts
}

/** The five filters of PNG, for 8 bits of red, green, blue and alpha. */
function unfilter(rows: Buffer, width: number): Buffer {
  const line = width * 4
  const out = Buffer.alloc((rows.length / (line + 1)) * line)
  for (let y = 0; y * (line + 1) < rows.length; y++) {
    const kind = rows[y * (line + 1)]!
    for (let x = 0; x < line; x++) {
      const left = x >= 4 ? out[y * line + x - 4]! : 0
      const up = y > 0 ? out[(y - 1) * line + x]! : 0
      const corner = x >= 4 && y > 0 ? out[(y - 1) * line + x - 4]! : 0
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind]!
      out[y * line + x] = rows[y * (line + 1) + 1 + x]! + guess
    }
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
