/** robots.txt and sitemap.xml. */
import type { FastifyInstance } from 'fastify'
import type { SitemapEntry } from '#contract/pages.ts'
import type { Locale } from '#contract/settings.ts'
import type { KernelDeps } from '../../deps.ts'
import { locales } from '../../kernel/locales.ts'
import { escapeHtml } from './document.ts'

export function mountCrawlers(
  app: FastifyInstance,
  { settings }: KernelDeps,
  entries: (locales: Locale[]) => Promise<SitemapEntry[]>,
): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /profile\nDisallow: /auth/\nSitemap: ${settings.publicUrl}/sitemap.xml\n`,
      ),
  )
  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(sitemap(settings.publicUrl, await entries([...locales]))),
  )
}

/**
 * One address per locale, each linking to the others and to the default; a page without locale prefix has one address.
 */
function sitemap(origin: string, entries: SitemapEntry[]): string {
  const urls = entries.flatMap(({ addresses }) => {
    const links =
      addresses.length > 1
        ? [...addresses, { locale: 'x-default', path: addresses[0]!.path }]
            .map(
              ({ locale, path }) =>
                `<xhtml:link rel="alternate" hreflang="${locale}" href="${escapeHtml(origin + path)}"/>`,
            )
            .join('')
        : ''
    return addresses.map(({ path }) => `<url><loc>${escapeHtml(origin + path)}</loc>${links}</url>`)
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>\n`
}
