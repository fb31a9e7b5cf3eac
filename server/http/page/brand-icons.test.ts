import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountCrawlers } from './crawlers.ts'
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
    .write('n', { theme: 'dark', drawer: 'wide', cookies: 'asked', offer: null, reminder: null })
    .toString()

async function manifestWith(brand?: object) {
  const app = Fastify()
  mountCrawlers(
    app,
    { settings: { publicUrl: 'https://acme.example' }, content: { read: () => ({ brand }) } } as never,
    async () => [],
  )
  const answer = await app.inject('/site.webmanifest')
  await app.close()
  return answer.json<{ name: string; icons: unknown }>()
}

test("the tab shows the operator's icon, its light variant in a light browser, and otherwise the default icon", () => {
  expect(documentWith(brand).match(/<link rel="icon"[^>]*>/g)).toEqual([
    '<link rel="icon" href="/brand/aa.png" type="image/png" sizes="64x64">',
    '<link rel="icon" href="/brand/bb.svg" type="image/svg+xml" sizes="any" media="(prefers-color-scheme: light)">',
  ])
  expect(documentWith().match(/<link rel="icon"[^>]*>/g)).toEqual([
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
  ])
})

test("the home screen shows the operator's name and icon", async () => {
  expect(await manifestWith(brand)).toMatchObject({
    name: 'Acme & Sons',
    short_name: 'Acme & Sons',
    icons: [{ src: '/brand/aa.png', sizes: '64x64', type: 'image/png' }],
  })
  expect(await manifestWith()).toMatchObject({ name: 'Fairhouse', icons: [{ src: '/icon.svg' }] })
})
