/** robots.txt, sitemap.xml and the web manifest. */
import type { FastifyInstance } from 'fastify'
import type { Locale } from '#contract/settings.ts'
import type { Deps } from '../../deps.ts'
import { locales } from '../../modules/settings/locales.ts'
import type { SitemapEntry } from '#web/entry-server.tsx'
import { escapeHtml } from './document.ts'

export function mountCrawlers(app: FastifyInstance, { settings }: Deps, entries: (locales: Locale[]) => Promise<SitemapEntry[]>): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`User-agent: *\nDisallow: /api/\nDisallow: /profile\nDisallow: /auth/\nSitemap: ${settings.publicUrl}/sitemap.xml\n`))
  app.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600').send(sitemap(settings.publicUrl, await entries([...locales]))))
  app.get('/site.webmanifest', async (_request, reply) =>
    reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'public, max-age=3600').send(JSON.stringify({
      name: 'Fairhouse', short_name: 'Fairhouse', start_url: '/', display: 'standalone', background_color: '#071215', theme_color: '#071215',
      icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
    })))
}

/** One address a locale, each naming the others; a page without locale prefix stands alone. */
function sitemap(origin: string, entries: SitemapEntry[]): string {
  const urls = entries.flatMap(({ addresses }) => {
    const links = addresses.length > 1
      ? addresses.map(({ locale, path }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${escapeHtml(origin + path)}"/>`).join('')
      : ''
    return addresses.map(({ path }) => `<url><loc>${escapeHtml(origin + path)}</loc>${links}</url>`)
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>\n`
}
