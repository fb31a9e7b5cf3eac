// The tiles as pictures with pixels, which `draw-tiles.ts` makes from their drawings: files and addresses.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A tile is about 100 px wide on a phone, and twice that on large screens. */
export const widths = [216, 384] as const
export type TileWidth = (typeof widths)[number]

export const mostBytes: Record<TileWidth, number> = { 216: 8_000, 384: 24_000 }

export const tilesFolder = join(import.meta.dirname, 'tiles')

export const fileOf = (slug: string, width: TileWidth) => join(tilesFolder, `${slug}-${width}.webp`)

let known: Record<string, string> | undefined

/** The drawing that the pictures of each game show, by its hash. */
export function drawings(): Record<string, string> {
  known ??= JSON.parse(readFileSync(join(tilesFolder, 'drawings.json'), 'utf8')) as Record<string, string>
  return known
}

export const drawingHash = (svg: string) => createHash('sha256').update(svg).digest('hex').slice(0, 6)

export const tileDrawing = (slug: string) => `/studio/art/${slug}/tile.svg`

/** Names what it shows, so that a browser keeps it without asking again. */
const tilePicture = (slug: string, width: TileWidth, drawing: string) =>
  `/studio/art/${slug}/tile-${width}.webp?v=${drawing}`

export type TilePictures = { srcset: string; narrowest: string }

/** All widths, and for more pixels than they have the drawing itself. Undefined for a game whose tile is not drawn yet. */
export function tilePicturesOf(slug: string): TilePictures | undefined {
  const drawing = drawings()[slug]
  if (drawing === undefined) return undefined
  const pictures = widths.map((width) => `${tilePicture(slug, width, drawing)} ${width}w`)
  return {
    srcset: [...pictures, `${tileDrawing(slug)} ${2 * Math.max(...widths)}w`].join(', '),
    narrowest: tilePicture(slug, Math.min(...widths) as TileWidth, drawing),
  }
}
