/** Decides which requests the worker answers. All others go to the network as if there were no worker. */

type RequestParts = Pick<Request, 'method' | 'mode' | 'destination' | 'url'>

/** Paths that are not pages of the site: API calls, files, game frames. */
const notPages =
  /^\/(api|assets|brand|builds|docs|healthz|icons|images|labels|metrics|offline|play|readyz|studio)(\/|$)/
const files = /^\/(assets|brand|icons)\//
const tilePictures = /^\/studio\/art\/[^/]+\/tile-\d+\.webp$/
const art = /^\/(studio\/art\/[^/]+\/tile\.svg$|images\/)/

/** A `page` is a document in a tab; documents in frames are games and pages of partners. */
export function kindOf(
  { method, mode, destination, url }: RequestParts,
  origin: string,
): 'page' | 'asset' | 'art' | null {
  const { origin: target, pathname, search } = new URL(url)
  if (method !== 'GET' || target !== origin) return null
  if (mode === 'navigate') return destination === 'document' && !notPages.test(pathname) ? 'page' : null
  const isVersioned = search.startsWith('?v=') && (pathname.startsWith('/labels/') || tilePictures.test(pathname))
  if (files.test(pathname) || isVersioned) return 'asset'
  return art.test(pathname) ? 'art' : null
}

/** Returns the locale of a path; without a prefix, the locale of the last page. */
export function localeOf(pathname: string, known: string[], last: string, fallback: string): string {
  const [, first] = pathname.split('/')
  return known.find((code) => code === first) ?? known.find((code) => code === last) ?? fallback
}

/**
 * Whether an answer may be stored permanently. A process of another build that lacks the requested version sends its
 * own without `immutable`.
 */
export function isPermanent(cacheControl: string | null): boolean {
  return cacheControl?.includes('immutable') === true
}
