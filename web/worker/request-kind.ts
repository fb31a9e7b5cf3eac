/** What the worker answers itself; every other request goes to the network as if there were no worker. */

type Asked = Pick<Request, 'method' | 'mode' | 'destination' | 'url'>

/** Paths that are no pages of the site: calls, files, game frames. */
const notPages =
  /^\/(api|assets|brand|builds|docs|healthz|icons|images|labels|metrics|offline|play|readyz|studio)(\/|$)/
const files = /^\/(assets|brand|icons)\//
const tilePictures = /^\/studio\/art\/[^/]+\/tile-\d+\.webp$/
const art = /^\/(studio\/art\/[^/]+\/tile\.svg$|images\/)/

/** `page` is a document in a tab; documents in frames are games and partners. */
export function kindOf({ method, mode, destination, url }: Asked, origin: string): 'page' | 'asset' | 'art' | null {
  const { origin: target, pathname, search } = new URL(url)
  if (method !== 'GET' || target !== origin) return null
  if (mode === 'navigate') return destination === 'document' && !notPages.test(pathname) ? 'page' : null
  const isVersioned = search.startsWith('?v=') && (pathname.startsWith('/labels/') || tilePictures.test(pathname))
  if (files.test(pathname) || isVersioned) return 'asset'
  return art.test(pathname) ? 'art' : null
}

/** The locale that a path names; otherwise the one of the last page. */
export function localeOf(pathname: string, known: string[], last: string, fallback: string): string {
  const [, first] = pathname.split('/')
  return known.find((code) => code === first) ?? known.find((code) => code === last) ?? fallback
}

/** Whether an answer belongs to its address permanently: a process of another build may not have the version asked for. */
export function isPermanent(cacheControl: string | null): boolean {
  return cacheControl?.includes('immutable') === true
}
