// The studio's pages and images as a Fastify plugin: play page, tiles, symbols, and the built files with hashes.

import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'
import { gameArt } from '../art/catalogue.ts'
import { drawings, fileOf as tileFileOf, widths } from '../art/tiles.ts'
import { isGame } from '../list.ts'
import { renderPlayPage, type Manifest } from './page.ts'

type File = { body: Buffer; packed(): Promise<Buffer>; type: string }

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
}
const year = 'public, max-age=31536000, immutable'

const compress = promisify(brotliCompress)

/** Compressed when it is first requested: all files together would delay every start by a quarter of a second. */
function fileOf(body: Buffer, type: string): File {
  let packed: Promise<Buffer> | undefined
  return { body, type, packed: () => (packed ??= compress(body)) }
}

const typeOf = (name: string) => types[name.split('.').at(-1)!]

function readBuild(folder: string): Map<string, File> {
  const names = existsSync(folder) ? readdirSync(folder).filter(typeOf) : []
  return new Map(names.map((name) => [name, fileOf(readFileSync(join(folder, name)), typeOf(name)!)]))
}

/**
 * Finds a file of a build made after this process started: a newer process may have served the page that requests it.
 */
async function readLater(folder: string, name: string): Promise<File | undefined> {
  const type = typeOf(name)
  if (!type || !/^[\w-][\w.-]*$/.test(name)) return undefined
  const body = await readFile(join(folder, name)).catch(() => null)
  return body ? fileOf(body, type) : undefined
}

/** Without a build the manifest is empty and the pages report it, so that the process can start. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, '.vite', 'manifest.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : {}
}

/** The page's locale and theme come from the launch token, which is not verified here. */
function hintsOf(token: string | undefined): { locale?: string; theme?: string } {
  try {
    return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as {
      locale?: string
      theme?: string
    }
  } catch {
    return {}
  }
}

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    'img-src data:',
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: File, cache: string) {
  const isPacked = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  const body = isPacked ? await file.packed() : file.body
  if (isPacked) reply.header('content-encoding', 'br')
  return reply
    .header('vary', 'accept-encoding')
    .header('cache-control', cache)
    .header('access-control-allow-origin', '*')
    .header('x-content-type-options', 'nosniff')
    .type(file.type)
    .send(body)
}

function sendPage(reply: FastifyReply, nonce: string, html: string) {
  return reply
    .header('content-security-policy', policy(nonce))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(html)
}

type Query = { token?: string; locale?: string; theme?: string; round?: string }

/** `folder` is Vite's output folder of the studio build. */
export async function mountStudioPages(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  const files = readBuild(folder)
  const manifest = readManifest(folder)
  const pictures = new Map<string, File>()
  const theme = (wish: string | undefined) => (wish === 'light' ? 'light' : 'dark')

  app.get<{ Params: { slug: string }; Querystring: Query }>('/studio/play/:slug', async (request, reply) => {
    const { slug } = request.params
    if (!isGame(slug)) return reply.callNotFound()
    const hints = { ...hintsOf(request.query.token), ...request.query }
    const nonce = randomBytes(16).toString('base64')
    return sendPage(
      reply,
      nonce,
      renderPlayPage({ slug, locale: hints.locale ?? 'en', nonce, manifest, theme: theme(hints.theme) }),
    )
  })
  // Older links to rounds lead here, because rounds had no page on the site then.
  app.get<{ Querystring: Query }>('/studio/verify', async (request, reply) => {
    const { round = '', locale = 'en' } = request.query
    return reply.redirect(
      `/${encodeURIComponent(locale)}/rounds/${encodeURIComponent(round)}`.replace(/\/$/, ''),
      HttpStatus.movedPermanently,
    )
  })
  /** `name` is `tile`, or `symbols/` and a symbol. */
  const sendPicture = async (request: FastifyRequest, reply: FastifyReply, slug: string, name: string) => {
    if (!isGame(slug)) return reply.callNotFound()
    const key = `${slug}/${name}`
    if (!pictures.has(key)) {
      const { tile, symbols } = await gameArt(slug)
      pictures.set(`${slug}/tile`, fileOf(Buffer.from(tile), 'image/svg+xml'))
      for (const [symbol, svg] of Object.entries(symbols))
        pictures.set(`${slug}/symbols/${symbol}`, fileOf(Buffer.from(svg), 'image/svg+xml'))
    }
    const file = pictures.get(key)
    return file ? sendFile(request, reply, file, 'public, max-age=86400') : reply.callNotFound()
  }
  app.get<{ Params: { slug: string } }>('/studio/art/:slug/tile.svg', (request, reply) =>
    sendPicture(request, reply, request.params.slug, 'tile'),
  )
  // Bound for each width, so that no part of an address names a file.
  for (const width of widths)
    app.get<{ Params: { slug: string }; Querystring: { v?: string } }>(
      `/studio/art/:slug/tile-${width}.webp`,
      async (request, reply) => {
        const { slug } = request.params
        const drawing = isGame(slug) ? drawings()[slug] : undefined
        if (drawing === undefined) return reply.callNotFound()
        const key = `${slug}/tile-${width}`
        const file = pictures.get(key) ?? fileOf(await readFile(tileFileOf(slug, width)), 'image/webp')
        pictures.set(key, file)
        return reply
          .header('cache-control', request.query.v === drawing ? year : 'public, max-age=86400')
          .header('access-control-allow-origin', '*')
          .header('x-content-type-options', 'nosniff')
          .type(file.type)
          .send(file.body)
      },
    )
  app.get<{ Params: { slug: string; symbol: string } }>('/studio/art/:slug/symbols/:symbol.svg', (request, reply) =>
    sendPicture(request, reply, request.params.slug, `symbols/${request.params.symbol}`),
  )
  app.get<{ Params: { file: string } }>('/studio/assets/:file', async (request, reply) => {
    const { file: name } = request.params
    const file = files.get(name) ?? (await readLater(folder, name))
    if (file) files.set(name, file)
    return file ? sendFile(request, reply, file, year) : reply.callNotFound()
  })
}
