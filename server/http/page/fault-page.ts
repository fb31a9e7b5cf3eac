/**
 * The specification's error page for responses without a page, such as an unavailable database or a malformed address.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { chooseLocale, locales } from '../../kernel/locales.ts'
import { countryOf } from '../../kernel/http/geo.ts'
import { sendHtml } from '../../kernel/http/compress.ts'
import { PageDocument } from './document.ts'
import { documentSite } from './document-site.ts'
import { entrancePlaces } from './entrance-paths.ts'
import { readPreferences } from './preferences.ts'
import type { PageSite } from './plugin.ts'
import { storedLocale } from './visitor.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers a page request with the error page; null before pages are mounted, or without pages. */
    faultPage: FaultPage | null
  }
}
export type FaultPage = (request: FastifyRequest, reply: FastifyReply, status: number) => Promise<FastifyReply>

/** Error pages are rendered without the database or a session, once for each status and locale. */
export function faultPages(site: PageSite): FaultPage {
  const { deps } = site
  const documents = new Map<string, PageDocument>()
  async function documentOf(status: number, locale: string): Promise<PageDocument> {
    const cached = documents.get(`${status} ${locale}`)
    if (cached) return cached
    const { renderFault } = await site.renderer.entry()
    const layout = deps.content.read(locale, 'layout')
    const page = renderFault({ status, locale, locales: [...locales], labels: site.labels(locale), layout })
    const document = new PageDocument(page, site.renderer.assets()(page.files), {
      ...documentSite(site, locale),
      isStatic: true,
    }).settle()
    if (!site.dev) documents.set(`${status} ${locale}`, document)
    return document
  }
  return async (request, reply, status) => {
    const path = request.raw.url?.split('?')[0] ?? '/'
    const cookies = request.headers.cookie ?? ''
    const nonce = randomUUID()
    site.policy(reply, nonce, path)
    const own = chooseLocale({ stored: storedLocale(cookies), country: countryOf(request, deps.settings) })
    const { localeOfPath } = await site.renderer.entry()
    const document = await documentOf(status, localeOfPath(path, own, [...locales]))
    reply.code(status).header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store')
    return sendHtml(request, reply, document.write(nonce, readPreferences(request.headers)))
  }
}

/** Addresses that only programs request are always answered in JSON. */
const machinePaths = /^\/(api|assets|brand|builds|healthz|images|labels|metrics|play|readyz|studio)(\/|$)/

/**
 * True if a browser would display the answer: for the page route, or for a malformed address outside the
 * machine-readable routes.
 */
export function isPageRequest({ method, raw, routeOptions }: FastifyRequest): boolean {
  if (routeOptions?.url !== undefined && entrancePlaces.has(routeOptions.url)) return true
  if (method !== 'GET' && method !== 'HEAD') return false
  return routeOptions?.url === undefined ? !machinePaths.test(raw.url ?? '/') : routeOptions.url === '/*'
}
