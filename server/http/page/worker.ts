/**
 * Serves the service worker and its offline pages. The script names the build, so that a new build installs a new
 * worker; switched off, the script removes itself from every browser that has one.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Game } from '#contract/games.ts'
import { type Brand, restrictionOf } from '../../reference/index.ts'
import { defaultLocale, locales } from '../../kernel/locales.ts'
import { buildIdOf } from '../builds.ts'
import { anonymousCaller } from '../../identity/index.ts'
import type { AppIcons } from './app-icons.ts'
import { sendHtml } from '../../kernel/http/compress.ts'
import { devices, escapeHtml } from './document.ts'
import type { PageSite } from './plugin.ts'

const root = join(import.meta.dirname, '../../..')
const offlinePath = (locale: string) => `/offline/${locale}`
const mostGames = 12

/** A script that ends the worker and deletes everything it stored. Open pages are unaffected. */
const removal = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})()))
`

export async function mountWorker(app: FastifyInstance, site: PageSite, icons: AppIcons): Promise<void> {
  const isOn = site.hasWorker
  const script = isOn ? await workerScript(site, icons) : removal
  app.get('/worker.js', async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'self'",
        'x-content-type-options': 'nosniff',
      })
      .send(script),
  )
  if (!isOn) return
  const frame = await offlineFrame(site.operatorCss)
  for (const { code } of locales)
    app.get(offlinePath(code), (request, reply) => sendOffline(site, icons, frame, { code, request, reply }))
}

async function workerScript({ deps: { content }, renderer }: PageSite, icons: AppIcons): Promise<string> {
  const { entry, preloads, fonts } = renderer.assets()(['routes/index.tsx'])
  const icon = icons.addressOf('192.png')
  const release = {
    build: buildIdOf(content.version),
    name: brandName(content.read(defaultLocale, 'layout').brand),
    icon,
    defaultLocale,
    locales: Object.fromEntries(
      locales.map(({ code }) => [
        code,
        { offline: offlinePath(code), signedOut: content.labels(code, 'offline').signedOutMessage },
      ]),
    ),
    assets: [entry, ...preloads, ...fonts, icon],
  }
  return `self.release=${JSON.stringify(release)};\n${await readFile(join(root, 'dist/worker/worker.js'), 'utf8')}`
}

function brandName(brand: unknown): string {
  return (brand as Partial<Brand> | undefined)?.alt ?? 'Fairhouse'
}

type Frame = { css: string; script: string; policy: string }

/** The policy allows style and script by hash, because a stored page cannot have a nonce that is valid only once. */
async function offlineFrame(operatorCss: string): Promise<Frame> {
  const [tokens, own, script] = await Promise.all(
    ['web/design/tokens.css', 'web/worker/offline.css', 'dist/worker/offline-page.js'].map((file) =>
      readFile(join(root, file), 'utf8'),
    ),
  )
  const css = `${tokens}${own}${operatorCss}`
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script!)}'`,
    `style-src '${hashOf(css)}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { css, script: script!, policy }
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

type PageRequest = { code: string; request: FastifyRequest; reply: FastifyReply }

/**
 * Serves the same offline page to every visitor of a country, without a session. In restricted countries it has no
 * games.
 */
async function sendOffline(
  { deps, reads }: PageSite,
  icons: AppIcons,
  { css, script, policy }: Frame,
  { code, request, reply }: PageRequest,
): Promise<FastifyReply> {
  const caller = { ...anonymousCaller(deps, request), locale: code }
  const games = await readGames()
  const words = deps.content.labels(code, 'offline')
  const direction = locales.find((locale) => locale.code === code)!.direction
  const name = brandName(deps.content.read(code, 'layout').brand)
  const text = (key: string) => escapeHtml(words[key]!)
  const tiles = games.map(
    ({ name: game, thumbnails }) =>
      `<li><img src="${escapeHtml(thumbnails.portrait)}" data-tile width="300" height="400" alt=""><span>${escapeHtml(game)}</span></li>`,
  )
  const html = `<!doctype html><html lang="${code}" dir="${direction}" data-theme="dark"><head>${devices}<title>${text('title')} · ${escapeHtml(name)}</title><meta name="robots" content="noindex"><style>${css}</style></head><body><header><img src="${icons.addressOf('192.png')}" width="32" height="32" alt="">${escapeHtml(name)}</header><main><h1 data-away="${text('awayTitle')}">${text('title')}</h1><p>${text('text')}</p><p><a class="retry" href="">${text('retry')}</a></p><section id="own" aria-labelledby="own-games" hidden><h2 id="own-games">${text('ownGames')}</h2><ul></ul></section>${tiles.length > 0 ? `<section aria-labelledby="all-games"><h2 id="all-games">${text('games')}</h2><ul>${tiles.join('')}</ul></section>` : ''}</main><script>${script}</script></body></html>`
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  })
  return sendHtml(request, reply, Buffer.from(html))

  async function readGames(): Promise<Game[]> {
    if (restrictionOf(deps.settings, caller.country).restrictType === 1) return []
    const list = await reads.read(caller, 'GET /api/game/games', { query: { perPage: mostGames } })
    return (list as { data: Game[] }).data
  }
}
