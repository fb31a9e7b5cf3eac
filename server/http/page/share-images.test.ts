import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sharePath } from '#contract/pages.ts'
import { readSettings } from '../../settings.ts'
import type { PageSite } from './plugin.ts'
import { mountShareImages } from './share-images.ts'

const svg = (fill: string, width = 3) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"><rect width="${width}" height="4" fill="${fill}"/></svg>`,
  )

/** A site with one game, which counts how often tiles were read. */
function siteWith(portrait: string) {
  const app = Fastify()
  const seen = { tiles: 0, missing: 0, warnings: 0 }
  app.get('/art/fox.svg', async (_request, reply) => {
    seen.tiles += 1
    return reply.type('image/svg+xml').send(svg('#ff8800'))
  })
  app.get('/art/wide.svg', async (_request, reply) => reply.type('image/svg+xml').send(svg('#ff8800', 6)))
  app.get('/art/missing.svg', async (_request, reply) => {
    seen.missing += 1
    return reply.code(404).send()
  })
  app.get('/art/busy.svg', async (_request, reply) => reply.code(503).send())
  mountShareImages(app, {
    deps: { settings: readSettings({ NODE_ENV: 'test' }), log: { warn: () => (seen.warnings += 1) } },
    icons: { mark: { bytes: svg('#ffffff'), type: 'image/svg+xml' }, background: '#101820', addressOf: () => '' },
    reads: {
      read: async (_caller: unknown, _route: string, { params }: { params: { id: string } }) => {
        if (params.id !== 'fox') throw Object.assign(new Error('no game'), { status: 404 })
        return { thumbnails: { portrait, dominantColor: '#223344' } }
      },
    },
  } as unknown as PageSite)
  onTestFinished(() => app.close())
  return { app, seen }
}

test('the preview of a game and of the site are PNG of 1200 by 630, and a game is drawn once', async () => {
  const { app, seen } = siteWith('/art/fox.svg')
  for (const path of [sharePath('fox'), sharePath(null), sharePath('fox')]) {
    const { statusCode, headers, rawPayload: png } = await app.inject(path)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  }
  expect(seen.tiles).toBe(1)
})

test('art that extends beyond its tile is clipped at the edge', async () => {
  const { app } = siteWith('/art/wide.svg')
  const { app: plain } = siteWith('/art/fox.svg')
  expect((await app.inject(sharePath('fox'))).rawPayload).toEqual((await plain.inject(sharePath('fox'))).rawPayload)
})

// Shows: attack 225
test('an unknown game has no preview; a game without its tile has that of the site until the tile can be read', async () => {
  const { app, seen } = siteWith('/art/missing.svg')
  expect((await app.inject(sharePath('bear'))).statusCode).toBe(404)
  expect((await app.inject('/share/games/..%2Ffox.png')).statusCode).toBe(404)
  for (const tries of [1, 2]) {
    const { statusCode, headers } = await app.inject(sharePath('fox'))
    expect([statusCode, headers.location, seen.missing]).toEqual([302, sharePath(null), tries])
  }
})

test('a tile that cannot be read logs a warning; one that is refused for overload does not', async () => {
  for (const [portrait, warnings] of [
    ['/art/missing.svg', 1],
    ['/art/busy.svg', 0],
  ] as const) {
    const { app, seen } = siteWith(portrait)
    const { statusCode, headers } = await app.inject(sharePath('fox'))
    expect([statusCode, headers.location, seen.warnings]).toEqual([302, sharePath(null), warnings])
  }
})
