/** What of an address a page depends on: its path and the query keys that some page reads. Other keys, of which there are endlessly many, change nothing. */

/** The address without keys that no page reads; `keys` are those that one does. */
export function pageAddress(url: string, keys: ReadonlySet<string>): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const kept = [...new URLSearchParams(url.slice(at + 1))].filter(([key]) => keys.has(key))
  return kept.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${new URLSearchParams(kept)}`
}
