/**
 * Pictures for link previews, drawn when first requested: a game's tile beside the operator's mark, and only the mark
 * for every other page. They have no text, which would need fonts for every script.
 */
import type { FastifyInstance } from 'fastify'
import type { GameDetails } from '#contract/games.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { shareImage, sharePath } from '#contract/pages.ts'
import { anonymousCaller } from '../../identity/index.ts'
import { Busy } from '../../kernel/http/slots.ts'
import { drawPng, type Picture, placed, svgOf } from './draw-png.ts'
import type { PageSite } from './plugin.ts'

const { width, height } = shareImage
const maxDrawn = 200

export function mountShareImages(app: FastifyInstance, { deps, reads, icons }: PageSite): void {
  const drawn = new Map<string, Promise<Buffer>>()
  const draw = (key: string, svg: () => Promise<string>) => {
    const cached = drawn.get(key)
    if (cached) return cached
    const png = svg().then((text) => drawPng({ svg: text, width }))
    drawn.set(key, png)
    // A failure is not cached, and the oldest picture is evicted first.
    png.catch(() => drawn.delete(key))
    const [oldest] = drawn.keys()
    if (drawn.size > maxDrawn && oldest !== undefined) drawn.delete(oldest)
    return png
  }
  app.get(sharePath(null), async (_request, reply) =>
    reply.headers(headers).send(await draw('', async () => siteCard(icons.mark, icons.background))),
  )
  app.get<{ Params: { file: string } }>('/share/games/:file', async (request, reply) => {
    const id = /^([\w-]{1,64})\.png$/.exec(request.params.file)?.[1]
    if (id === undefined) return reply.callNotFound()
    const game = await readGame(id)
    if (game === null) return reply.callNotFound()
    const { portrait, dominantColor } = game.thumbnails
    const png = draw(`${id} ${portrait}`, async () => {
      const { statusCode, headers: sent, rawPayload: bytes } = await app.inject(portrait)
      if (statusCode === HttpStatus.serviceUnavailable) throw new Busy()
      if (statusCode !== HttpStatus.ok) throw new Error(`${portrait} answered ${statusCode}`)
      const art = { bytes, type: String(sent['content-type']).split(';')[0]! }
      return gameCard(art, icons.mark, { tint: dominantColor, background: icons.background })
    })
    const image = await png.catch((err: unknown) => {
      if (err instanceof Busy) app.recordOverload?.(request)
      else deps.log.warn({ err, game: id }, 'the share image of a game could not be drawn')
      return null
    })
    return image === null ? reply.redirect(sharePath(null)) : reply.headers(headers).send(image)

    async function readGame(identity: string): Promise<GameDetails | null> {
      const read = reads.read(anonymousCaller(deps, request), 'GET /api/game/games/{id}', { params: { id: identity } })
      return read.then(
        (found) => found as GameDetails,
        (error: { status?: number }) => {
          if (error.status === HttpStatus.notFound || error.status === HttpStatus.unprocessable) return null
          throw error
        },
      )
    }
  })
}

const headers = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=86400',
  'x-content-type-options': 'nosniff',
}

function siteCard(mark: Picture, background: string): string {
  return svgOf(width, height, ground(background) + placed(mark, { x: 450, y: 165, width: 300, height: 300 }))
}

type Colors = { tint: string; background: string }

function gameCard(art: Picture, mark: Picture, { tint, background }: Colors): string {
  const box = { x: 120, y: 45, width: 405, height: 540 }
  // The art of a tile extends beyond its edges; pages clip it, so it is clipped here too.
  const tile = `<g clip-path="url(#t)">${placed(art, box)}</g>`
  const glow = `<defs><clipPath id="t"><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="24"/></clipPath><radialGradient id="g" cx="0.3" cy="0.5" r="0.8"><stop offset="0" stop-color="${colorOf(tint, background)}"/><stop offset="1" stop-color="${background}"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>`
  return svgOf(width, height, glow + tile + placed(mark, { x: 740, y: 195, width: 240, height: 240 }))
}

const ground = (color: string) => `<rect width="${width}" height="${height}" fill="${color}"/>`

/** The studio's colour is inserted into the SVG, so anything that is not a colour is replaced. */
function colorOf(tint: string, fallback: string): string {
  return /^#[0-9a-f]{6}$/i.test(tint) ? tint : fallback
}
