/**
 * Draws the tile of every game as WebP in the sizes that lists of games show: `node scripts/draw-tiles.ts [slug…]`. A
 * browser renders an SVG on the page's main thread at each paint, and these have hundreds of parts; a bitmap costs that
 * thread nothing.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { launchBrowser } from '#tests/setup/browser.ts'
import { gameArt } from '#games/art/catalogue.ts'
import { slugs } from '#games/list.ts'
import { drawingHash, drawings, fileOf, mostBytes, tilesFolder, type TileWidth, widths } from '#games/art/tiles.ts'

/** The quality is lowered step by step until the picture is within the budget of a tile on a phone, 8 kB. */
const maxQuality = 0.72
const minQuality = 0.2

const requestedSlugs = process.argv.slice(2)
const drawingHashes = drawings()
const browser = await launchBrowser()
const page = await browser.newPage()
await mkdir(tilesFolder, { recursive: true })
for (const slug of slugs.filter((one) => requestedSlugs.length === 0 || requestedSlugs.includes(one))) {
  const { tile } = await gameArt(slug)
  for (const width of widths) {
    let picture = await render(tile, width, maxQuality)
    for (let quality = maxQuality; picture.length > mostBytes[width] && quality > minQuality; quality -= 0.04)
      picture = await render(tile, width, quality)
    await writeFile(fileOf(slug, width), picture)
  }
  drawingHashes[slug] = drawingHash(tile)
}
await browser.close()
const sorted = Object.fromEntries(slugs.map((slug) => [slug, drawingHashes[slug]]))
await writeFile(`${tilesFolder}/drawings.json`, `${JSON.stringify(sorted, null, 2)}\n`)

async function render(svg: string, width: TileWidth, quality: number): Promise<Buffer> {
  return pixelsOnly(Buffer.from(await page.evaluate(draw, { svg, width, quality }), 'base64'))
}

/** Removes the colour profile, which takes half a kilobyte; browsers assume sRGB without one. */
function pixelsOnly(webp: Buffer): Buffer {
  const start = webp.indexOf('VP8 ', 12, 'latin1')
  const size = webp.readUInt32LE(start + 4)
  const frame = webp.subarray(start, start + 8 + size + (size % 2))
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + frame.length, 4)
  return Buffer.concat([head, frame])
}

/** Runs in the browser. */
async function draw(job: { svg: string; width: number; quality: number }): Promise<string> {
  const image = new Image(job.width, (job.width * 4) / 3)
  image.src = URL.createObjectURL(new Blob([job.svg], { type: 'image/svg+xml' }))
  await image.decode()
  const canvas = new OffscreenCanvas(image.width, image.height)
  canvas.getContext('2d', { alpha: false })!.drawImage(image, 0, 0, image.width, image.height)
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: job.quality })
  return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))
}
