/** The web manifest of each locale: the name, appearance and shortcuts of an installed site. */
import type { FastifyInstance } from 'fastify'
import type { Brand, Content } from '../../reference/index.ts'
import { defaultLocale, type LocaleCode, locales } from '../../kernel/locales.ts'
import type { AppIcons } from './app-icons.ts'

/** The default locale has the plain name, as its pages have no prefix. */
export function manifestAddress(locale: string): string {
  return locale === defaultLocale ? '/site.webmanifest' : `/site.${locale}.webmanifest`
}

export function mountManifests(
  app: FastifyInstance,
  { content, icons, color }: { content: Content; icons: AppIcons; color: string },
): void {
  for (const { code, direction } of locales)
    app.get(manifestAddress(code), async (_request, reply) =>
      reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(JSON.stringify(manifestOf(content, icons, { code, direction, color }))),
    )
}

type Look = { code: LocaleCode; direction: string; color: string }

/** All locales share one `id`, so that choosing another language does not install a second app. */
function manifestOf(content: Content, icons: AppIcons, { code, direction, color }: Look): object {
  const brand = content.read(code, 'layout').brand as Partial<Brand> | undefined
  const name = brand?.alt ?? 'Fairhouse'
  const words = content.labels(code, 'shell')
  const home = code === defaultLocale ? '/' : `/${code}`
  const under = (path: string) => (code === defaultLocale ? path : `/${code}${path.replace(/^\/(?=\?)/, '')}`)
  return {
    id: '/',
    name,
    short_name: name,
    description: words.footerClaim,
    lang: code,
    dir: direction,
    start_url: home,
    scope: '/',
    display: 'standalone',
    background_color: color,
    theme_color: color,
    categories: ['games', 'entertainment'],
    icons: [
      { src: icons.addressOf('192.png'), sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: icons.addressOf('512.png'), sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: icons.addressOf('maskable-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: words.wallet, url: under('/?wallet=deposit') },
      { name: words.recentlyPlayed, url: under('/recently-played') },
      { name: words.favorites, url: under('/favorites') },
      { name: words.saferPlay, url: under('/static/responsible-gaming') },
    ],
  }
}
