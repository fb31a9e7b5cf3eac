/**
 * The site's icons as PNG, drawn from the operator's mark or the default one: masked and plain ones for home screens,
 * and one for messages. They are drawn when first requested; the address changes with the mark and its background.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Brand, Content } from '../../reference/index.ts'
import { brandTypes } from './brand.ts'
import { drawPng, type Picture, placed, svgOf } from './draw-png.ts'

/** `share`: the part of the square that the mark fills, because a mask may cut off all but the inner 80 %. */
type Shape = { size: number; share: number; isFilled: boolean }
const shapes = {
  '192.png': { size: 192, share: 1, isFilled: false },
  '512.png': { size: 512, share: 1, isFilled: false },
  'maskable-512.png': { size: 512, share: 0.62, isFilled: true },
  'apple-180.png': { size: 180, share: 0.76, isFilled: true },
  'favicon-48.png': { size: 48, share: 1, isFilled: false },
} satisfies Record<string, Shape>
type IconName = keyof typeof shapes

/** The colour behind the mark of web/public/icon.svg. */
const defaultBackground = '#0c1c21'
const defaultMark = join(import.meta.dirname, '../../../web/public/icon.svg')

export type AppIcons = {
  mark: Picture
  background: string
  addressOf(name: IconName): string
  /** Draws the icon at the first call and caches it. */
  draw(name: IconName): Promise<Buffer>
}

/** `pageColor` is the background of an operator's mark. */
export function appIcons({ pictures }: Content, brand: Partial<Brand> | undefined, pageColor: string): AppIcons {
  const own = brand?.mark && pictures.get(basename(brand.mark.src))
  const mark: Picture = own
    ? { bytes: own.bytes, type: brandTypes[own.type] }
    : { bytes: readFileSync(defaultMark), type: brandTypes.svg }
  const background = own ? pageColor : defaultBackground
  const key = createHash('sha256').update(mark.bytes).update(background).digest('hex').slice(0, 12)
  const drawn = new Map<IconName, Promise<Buffer>>()
  function draw(name: IconName): Promise<Buffer> {
    const cached = drawn.get(name)
    if (cached) return cached
    const png = drawPng({ svg: iconOf(mark, background, shapes[name]), width: shapes[name].size })
    drawn.set(name, png)
    png.catch(() => drawn.delete(name))
    return png
  }
  return { mark, background, addressOf: (name) => `/icons/${key}/${name}`, draw }
}

export function mountIcons(app: FastifyInstance, { addressOf, draw }: AppIcons): void {
  for (const name of Object.keys(shapes) as IconName[]) {
    app.get(addressOf(name), async (_request, reply) => {
      const png = await draw(name)
      return reply
        .headers({
          'content-type': 'image/png',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .send(png)
    })
  }
}

function iconOf(mark: Picture, background: string, { size, share, isFilled }: Shape): string {
  const edge = Math.round((size * (1 - share)) / 2)
  const inner = size - 2 * edge
  const ground = isFilled ? `<rect width="${size}" height="${size}" fill="${background}"/>` : ''
  return svgOf(size, size, ground + placed(mark, { x: edge, y: edge, width: inner, height: inner }))
}
