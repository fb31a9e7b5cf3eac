import { brotliCompressSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { games } from '../games.ts'
import { slugs } from '../list.ts'
import { gameArt } from './catalogue.ts'
import { drawingHash, drawings, fileOf, mostBytes, widths } from './tiles.ts'

/** Of the games that are not slots. */
const drawn: Record<string, string[]> = {
  dice: ['die'],
  crash: ['flare'],
  limbo: ['balloon'],
  wheel: ['pointer'],
  plinko: [],
  keno: [],
  diamonds: ['gem0', 'gem1', 'gem2', 'gem3', 'gem4', 'gem5', 'gem6'],
  roulette: [],
  'french-roulette': [],
  baccarat: ['clubs', 'diamonds', 'hearts', 'spades'],
  mines: ['gem', 'mine'],
  towers: ['door', 'lamp', 'trap'],
  'blackjack-surrender': ['back', 'clubs', 'diamonds', 'hearts', 'spades'],
  blackjack: ['back', 'clubs', 'diamonds', 'hearts', 'spades'],
  'jacks-or-better': ['back', 'clubs', 'diamonds', 'hearts', 'spades'],
  'deuces-wild': ['back', 'clubs', 'diamonds', 'hearts', 'spades'],
  hilo: ['back', 'clubs', 'diamonds', 'hearts', 'spades'],
}

test.each(slugs)('%s has art for every symbol it uses, and a tile of at most 8 kB', async (slug) => {
  const art = await gameArt(slug)
  const maths = games.find((game) => game.slug === slug)!
  if (maths.kind === 'slot') expect(Object.keys(art.symbols).sort()).toEqual([...maths.definition.symbols].sort())
  if (drawn[slug]) expect(Object.keys(art.symbols).sort()).toEqual(drawn[slug])
  expect(brotliCompressSync(art.tile).length).toBeLessThanOrEqual(8_000)
})

test.each(slugs)('the tile of %s has been drawn in each width, small enough for its screens', async (slug) => {
  const { tile } = await gameArt(slug)
  expect(drawings()[slug], 'run node scripts/draw-tiles.ts').toBe(drawingHash(tile))
  for (const width of widths) {
    const picture = readFileSync(fileOf(slug, width))
    expect(picture.length).toBeLessThanOrEqual(mostBytes[width])
    expect(sizeOf(picture)).toEqual([width, (width * 4) / 3])
  }
})

/** Of a lossy WebP: width and height follow the start code of its only frame. */
function sizeOf(webp: Buffer): number[] {
  expect(webp.toString('latin1', 8, 16)).toBe('WEBPVP8 ')
  return [webp.readUInt16LE(26), webp.readUInt16LE(28)]
}

test.each(slugs)('the pictures of %s are complete documents without NaN or undefined', async (slug) => {
  const art = await gameArt(slug)
  for (const svg of [art.tile, art.scene, ...Object.values(art.symbols)]) {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox=/)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  }
})

test('no two symbols of a game look alike', async () => {
  for (const slug of slugs) {
    const pictures = Object.values((await gameArt(slug)).symbols)
    expect(new Set(pictures).size).toBe(pictures.length)
  }
})
