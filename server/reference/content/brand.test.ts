import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import Fastify, { type FastifyInstance } from 'fastify'
import { mountBrand } from '../../http/page/brand.ts'
import { loadContent } from './content.ts'

const svg = (inner = '<path d="M0 0h10v10z" fill="url(#a)"/>', attributes = 'viewBox="0 0 200 50"') =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from([0, 0, 0, 64, 0, 0, 0, 32, 8, 6, 0, 0, 0]),
])

function contentDir(files: Record<string, string | Buffer>, brand: object): string {
  const root = mkdtempSync(join(tmpdir(), 'fairhouse-brand-'))
  for (const folder of ['brand', 'en']) mkdirSync(join(root, folder), { recursive: true })
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(root, 'brand', name), bytes)
  writeFileSync(join(root, 'en/layout.json'), JSON.stringify({ brand }))
  return root
}
const named = { alt: 'Acme Casino', logo: 'brand/logo.svg', mark: 'brand/mark.png' }
function load(files: Record<string, string | Buffer>, brand: object = named): ReturnType<typeof loadContent> {
  const folder = contentDir({ 'logo.svg': svg(), 'mark.png': png, ...files }, brand)
  try {
    return loadContent({ contentDir: folder })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
type Layout = { brand: { alt: string; logo: { src: string; width: number }; mark: { src: string } } }

let app: FastifyInstance
const content = load({})
const shipped = (content.read('en', 'layout') as Layout).brand
beforeAll(async () => {
  app = Fastify()
  mountBrand(app, content.pictures)
  await app.ready()
})
afterAll(() => app.close())

test("pages of every locale receive the picture's hashed address, proportions and alternative text", () => {
  expect(shipped).toEqual({
    alt: 'Acme Casino',
    logo: { src: expect.stringMatching(/^\/brand\/[0-9a-f]{16}\.svg$/), width: 200, height: 50 },
    mark: { src: expect.stringMatching(/^\/brand\/[0-9a-f]{16}\.png$/), width: 64, height: 32 },
  })
  expect(content.read('ar', 'layout')).toMatchObject({ brand: shipped })
  expect(content.missing).toEqual([])
  expect(loadContent().read('en', 'layout')).not.toHaveProperty('brand')
})

test('a logo is cached permanently and served only as a picture; other files are not served', async () => {
  const answer = await app.inject(shipped.logo.src)
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([200, 'image/svg+xml', svg()])
  expect(answer.headers).toMatchObject({
    'cache-control': expect.stringContaining('immutable'),
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    'x-content-type-options': 'nosniff',
  })
  expect((await app.inject(shipped.mark.src)).rawPayload).toEqual(png)
  for (const path of ['/brand/logo.svg', '/brand/..%2Fen%2Flayout.json', `/brand/${'0'.repeat(16)}.svg`])
    expect((await app.inject(path)).statusCode).toBe(404)
})

test.each([
  ['a script', svg('<script>1</script>')],
  ['a handler', svg('<g onload="x()"/>')],
  ['a foreign page', svg('<foreignObject/>')],
  ['a link', svg('<a href="https://evil.example">x</a>')],
  ['a disguised address', svg('<a href="&#106;avascript:x">x</a>')],
  ['an outside picture', svg('<image href="//evil.example/x.png"/>')],
  ['an outside style', svg('<path style="fill:url( https://evil.example )"/>')],
  ['an import', svg('<style>@import "x.css"</style>')],
  ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg()}`],
  ['an embedded SVG', svg('<image href="data:image/svg+xml,x"/>')],
  ['an animation', svg('<set attributeName="href"/>')],
  ['no size', svg('', '')],
  ['another kind of file', '<html></html>'],
])('an SVG with %s prevents startup, and is named', (_, text) => {
  expect(() => load({ 'logo.svg': text })).toThrow(/layout\.json: brand: brand\/logo\.svg /)
})

// Shows: ASVS 1.3.4
test('an SVG with embedded pictures, internal references and quoted parts is accepted', () => {
  expect(() =>
    load({
      'logo.svg': svg(
        `<style>.a{fill:url("#g")}</style><use href="#g"/><image href='data:image/png;base64,AAAA'/><path style="fill:url( 'data:image/png;base64,AA' )"/>`,
        'width="100px" height="20"',
      ),
    }),
  ).not.toThrow()
})

test.each([
  [{ ...named, logo: '../secret.svg' }, /logo: must be the path/],
  [{ ...named, logo: '/etc/x.svg' }, /logo: must be the path/],
  [{ ...named, logo: 'brand/none.svg' }, /no file brand\/none\.svg/],
  [{ logo: named.logo, mark: named.mark }, /alt/],
  [{ alt: 'x', logo: named.logo }, /mark/],
  [{ ...named, mark: 'brand/logo.png' }, /brand\/logo\.png is not a valid PNG/],
])('%j prevents startup with the reason', (brand, why) => {
  expect(() => load({ 'logo.png': svg() }, brand)).toThrow(why)
})
