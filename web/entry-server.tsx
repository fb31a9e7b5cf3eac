import './design/tokens.css'
import './design/font/font.css'
import './design/base.css'
import type { SitemapEntry } from '#contract/pages.ts'
import type { Locale } from '#contract/settings.ts'
import { modals } from './modals.ts'
import { localePath } from './render/match.ts'
import { routes } from './routes.ts'

export { renderToString } from 'react-dom/server'
export { preparePage, renderPage, signInAddress } from './render/render.tsx'
export { entranceBody, renderEntrance } from './render/render-entrance.tsx'
export { localeOfPath, renderFault } from './render/render-fault.tsx'

/** Query keys that pages read. The server treats addresses that differ only in other keys as the same page. */
export const pageKeys: ReadonlySet<string> = new Set([
  ...Object.keys(modals),
  'search',
  'providers[]',
  'kinds[]',
  'volatilities[]',
  'features[]',
  'returnFrom',
  'stakeFrom',
  'stakeTo',
  'favorites',
  'sort',
  'view',
  'by',
  'play',
  'page',
  'tab',
  'currency',
  'reference',
  'isSettled',
  'state',
  'token',
  'status',
  'type',
  'from',
  'to',
  'method',
  'confirmCode',
  'resetCode',
  'code',
  'error',
  'stag',
])

/** Returns the sitemap's URLs in every locale. `catalogue` has the paths that come from data, such as games. */
export function sitemapEntries(locales: Locale[], catalogue: string[]): SitemapEntry[] {
  return [...routes.flatMap(({ path, isInSitemap }) => (isInSitemap ? [path] : [])), ...catalogue].map((path) => {
    const isUnprefixed = routes.find((entry) => entry.path === path)?.isUnprefixed
    return {
      addresses: isUnprefixed
        ? [{ locale: 'x-default', path }]
        : locales.map(({ code }) => ({ locale: code, path: localePath(path, code, locales) })),
    }
  })
}
