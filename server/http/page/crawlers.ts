/** robots.txt, sitemap.xml and the web manifest. */
import type { FastifyInstance } from 'fastify'
import type { SitemapEntry } from '#contract/pages.ts'
import type { Locale } from '#contract/settings.ts'
import type { Deps } from '../../deps.ts'
import { type Brand, brandIcons } from '../../modules/content/brand.ts'
import { defaultLocale, locales } from '../../modules/reference/locales.ts'
import { escapeHtml } from './document.ts'

export function mountCrawlers(
  app: FastifyInstance,
  { settings, content }: Pick<Deps, 'settings' | 'content'>,
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
  app.get('/site.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(manifestOf(brandOf(content)))),
  )
}

function brandOf(content: Deps['content']): Partial<Brand> | undefined {
  return content.read(defaultLocale, 'layout').brand as Partial<Brand> | undefined
}

/** Home-screen name and icon: the operator's if configured. */
function manifestOf(brand: Partial<Brand> | undefined): object {
  const name = brand?.alt ?? 'Fairhouse'
  const icons = brandIcons(brand)
    .filter(({ isForLight }) => !isForLight)
    .map(({ src, sizes, type }) => ({ src, sizes, type, purpose: 'any' }))
  return {
    name,
    short_name: name,
    start_url: '/',
    display: 'standalone',
    background_color: '#071215',
    theme_color: '#071215',
    icons: icons.length > 0 ? icons : [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  }
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
