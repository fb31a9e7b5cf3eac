/** Serves the site's pages: built assets, labels, every page route, and the files for crawlers. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Collection, Game, Provider } from '#contract/games.ts'
import { contentPagePath, type PageRedirect, type RenderedPage } from '#contract/pages.ts'
import type { Tournament } from '#contract/tournaments.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Deps } from '../../deps.ts'
import { type AppIcons, appIcons, mountIcons } from './app-icons.ts'
import { mountManifests } from './app-manifest.ts'
import { mountBrand } from './brand.ts'
import { refuseBusy, unlessBusy } from '../../kernel/http/compress.ts'
import { cookieText } from './cookies.ts'
import { mountCrawlers } from './crawlers.ts'
import { mountImages } from './images.ts'
import { createPictureProxy } from '../../reference/index.ts'
import { PageDocument } from './document.ts'
import { brandOf, documentSite } from './document-site.ts'
import { entranceOf, mountEntrance } from './entrance.ts'
import { faultPages } from './fault-page.ts'
import { GuestPages } from './guest-cache.ts'
import { pagePolicy } from './headers.ts'
import { compileLabels, mountLabels } from './labels.ts'
import { PackedPages } from './packed-pages.ts'
import { readPreferences } from './preferences.ts'
import { readPageColor, readTheme } from './theme.ts'
import { builtRenderer, devRenderer, type Renderer } from './renderer.ts'
import { pageAddress } from './page-address.ts'
import { redirect, sendCached, sendPage } from './send-page.ts'
import { PageReads } from './shared-reads.ts'
import { mountShareImages } from './share-images.ts'
import { Slots } from '../../kernel/http/slots.ts'
import { Turns } from '../turns.ts'
import { takeAffiliateTag } from './affiliate.ts'
import { mountWellKnown } from './well-known.ts'
import { mountWorker } from './worker.ts'
import { defaultLocale } from '../../kernel/locales.ts'
import { isOutage } from '../../kernel/http/errors.ts'
import { type CallVerb, type PageVisitor, readVisitor } from './visitor.ts'

export type PageOptions = {
  deps: Deps
  callVerb: CallVerb
  dev: boolean
  /** Resolves when dist/ exists; pages are mounted after it. */
  built?: Promise<unknown>
}

const yearSeconds = 31_536_000
const root = join(import.meta.dirname, '../../..')

export async function pagePlugin(app: FastifyInstance, { deps, callVerb, dev, built }: PageOptions): Promise<void> {
  await built
  const renderer = dev ? await devRenderer(app, deps.settings.port) : await builtRenderer()
  const now = () => deps.clock.now().getTime()
  const color = await readPageColor(deps.settings.themeFile)
  const icons = appIcons(deps.content, brandOf(deps, defaultLocale), color)
  const resumed = new Turns(pagesPerTurn)
  const site: PageSite = {
    deps,
    callVerb,
    renderer,
    dev,
    labels: compileLabels(deps.content),
    operatorCss: await readTheme(deps.settings.themeFile),
    icons,
    hasWorker: deps.settings.hasServiceWorker && !dev,
    guests: new GuestPages(now, resumed),
    packed: new PackedPages(now, resumed),
    renders: new Slots(2, 200),
    reads: new PageReads(callVerb, now, () => deps.content.revision + deps.reference.revision),
    policy: pagePolicy(deps.settings, { isDevelopment: dev, identityCheck: deps.partners.identityCheck }),
  }
  if (!dev) await serveAssets(app)
  mountBrand(app, deps.content.pictures)
  mountIcons(app, icons)
  mountWellKnown(app, deps, icons)
  mountManifests(app, { content: deps.content, icons, color })
  await mountWorker(app, site, icons)
  mountImages(
    app,
    createPictureProxy({
      settings: deps.settings,
      clock: deps.clock,
      onError: (address, err) => deps.log.warn({ err, address }, 'an image could not be fetched'),
    }),
  )
  mountShareImages(app, site)
  mountEntrance(app, site)
  mountLabels(app, deps.content, site.labels, dev)
  mountCrawlers(app, deps, async (locales) => (await renderer.entry()).sitemapEntries(locales, await catalogueOf(site)))
  let underWay = 0
  const turns = new Turns(pagesPerTurn)
  app.get('/*', async (request, reply) => {
    // Checked before any work for the page: a thousand concurrent pages would delay bets.
    if (underWay >= maxConcurrent) return refuseBusy(reply)
    underWay++
    try {
      await turns.take()
      return await unlessBusy(reply, () => answerPage(site, request, reply))
    } finally {
      underWay--
    }
  })
  app.faultPage = faultPages(site)
}

/** These pages take a few milliseconds, after which calls that arrived meanwhile, such as bets, are answered. */
const pagesPerTurn = 8
/** About a second of work for cached pages; fewer pages wait to be rendered. */
const maxConcurrent = 3000

/**
 * Entries of the sitemap besides the route table: pages of content, collections, games and rewards, as a guest sees
 * them.
 */
async function catalogueOf({ deps, callVerb }: PageSite): Promise<string[]> {
  const nobody = {
    requestId: 'sitemap',
    ip: '',
    userAgent: '',
    country: null,
    locale: 'en',
    bearer: null,
    captcha: null,
    player: null,
  }
  const read = async <T>(route: string, query = {}) => (await callVerb(nobody, route, { query })).body as T
  const collections = await read<Collection[]>('GET /api/game/collections')
  const providers = await read<Provider[]>('GET /api/game/providers')
  const games: Game[] = []
  for (let page = 1, isMore = true; isMore; page++) {
    const { data, meta } = await read<GameList>('GET /api/game/games', { page, perPage: 100 })
    games.push(...data)
    isMore = page * meta.perPage < meta.total
  }
  const tournaments = await read<Record<'running' | 'next', Tournament[]>>('GET /api/retention/tournaments')
  return [
    ...Object.keys(deps.content.read('en', 'pages'))
      .filter((page) => page !== 'questions')
      .map(contentPagePath),
    ...collections.map(({ identity }) => `/categories/${identity}`),
    ...providers.map(({ id }) => `/providers/${id}`),
    ...games.map(({ id }) => `/games/${id}`),
    ...(deps.settings.isLoyaltyEnabled ? ['/loyalty'] : []),
    ...[...tournaments.running, ...tournaments.next].map(({ identity }) => `/tournaments/${identity}`),
  ]
}

type GameList = { data: Game[]; meta: { perPage: number; total: number } }

export type PageSite = {
  deps: Deps
  callVerb: CallVerb
  renderer: Renderer
  dev: boolean
  labels: ReturnType<typeof compileLabels>
  operatorCss: string
  icons: AppIcons
  /** False in development, where a cached file would hide a change. */
  hasWorker: boolean
  guests: GuestPages
  packed: PackedPages
  /** Rendering blocks the event loop, so concurrent renders are limited. */
  renders: Slots
  reads: PageReads
  policy: ReturnType<typeof pagePolicy>
}

/** File names contain a content hash; the files were compressed at build time. */
async function serveAssets(app: FastifyInstance): Promise<void> {
  const folder = join(root, 'dist/web')
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    wildcard: true,
  })
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    preCompressed: true,
    wildcard: false,
    decorateReply: false,
    maxAge: '1h',
    globIgnore: ['assets/**', '**/*.br', '.vite/**'],
  })
}

async function answerPage(site: PageSite, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = request.url.split('?')[0]!
  if (/^\/(api|assets|labels)(\/|$)/.test(path)) return reply.callNotFound() as unknown as FastifyReply
  // A UUID has 122 random bits, and Node takes them from a pool instead of a system call each time.
  const nonce = randomUUID()
  site.policy(reply, nonce, path)
  const clean = takeAffiliateTag(site.deps.settings, request, reply)
  if (clean !== null) return redirect(reply, clean)
  const who = await readVisitor(site.deps, request, site)
  const { renderPage, pageKeys, signInAddress } = await site.renderer.entry()
  if (who.hasDeadToken) {
    reply.header('set-cookie', cookieText(site.deps.settings, 'access_token', '', 0))
    const signIn = signInAddress(request.url, who.visitor)
    if (signIn !== null) return redirect(reply, signIn)
  }
  const looks = readPreferences(request.headers)
  const address = pageAddress(request.url, pageKeys)
  const key = guestKey(site, who, address)
  const render = (url: string) =>
    renderPage({
      url,
      origin: site.deps.settings.publicUrl,
      visitor: who.visitor,
      labels: site.labels,
      read: (locale) => (route, raw) => readForPage(site.reads.read({ ...who.caller, locale }, route, raw as object)),
    })
  const documentOf = (page: RenderedPage) =>
    new PageDocument(page, site.renderer.assets()(page.files, page.lateFiles), {
      ...documentSite(site, page.locale),
      withoutScripts: who.session === 'none' ? entranceOf(request.url, page.locale) : null,
    })
  if (key !== null) {
    const cached = await site.guests.get(key, async () => {
      const page = await site.renders.run(() => render(address), maxConcurrent)
      return page.kind === 'redirect'
        ? page
        : { kind: 'page', status: page.status, document: documentOf(page).settle() }
    })
    if (cached.kind === 'page') return sendCached(site.packed, { request, reply, key, cached, nonce, looks, who })
    // A redirect preserves the entire query. It needs no slot, because nothing is rendered.
    const own = address === request.url ? cached : await render(request.url)
    if (own.kind === 'redirect') return sendRedirect(site, reply, own)
  }
  const page = await site.renders.run(() => render(address))
  if (page.kind === 'redirect') {
    const own = address === request.url ? page : await render(request.url)
    return sendRedirect(site, reply, own.kind === 'redirect' ? own : page)
  }
  const owner = who.playerId === null ? null : { id: who.playerId, now: site.deps.clock.now().getTime() }
  const html = documentOf(page).write(nonce, looks, owner)
  return sendPage(request, reply, page.status, await site.renderer.finish(html, request.url), who)
}

function sendRedirect({ deps }: PageSite, reply: FastifyReply, answer: PageRedirect): FastifyReply {
  if (answer.chosenLocale)
    reply.header('set-cookie', cookieText(deps.settings, 'locale', answer.chosenLocale, yearSeconds))
  return redirect(reply, answer.to, answer.isPermanent)
}

/** A page answers 503 if data that it requires are unavailable because of an outage. */
function readForPage(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: Error) => {
    throw isOutage(error) ? Object.assign(error, { status: HttpStatus.serviceUnavailable }) : error
  })
}

/** Null for pages of one visitor and for queries that pages read, which have too many values to cache. */
function guestKey({ dev, deps }: PageSite, { session, visitor }: PageVisitor, url: string): string | null {
  if (dev || session !== 'none' || url.includes('?')) return null
  return [
    visitor.locale,
    visitor.init.country,
    visitor.isMobile,
    deps.content.revision + deps.reference.revision,
    url,
  ].join(' ')
}
