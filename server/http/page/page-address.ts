/**
 * The part of an address that a page depends on: the path and the query keys that some page reads. Other keys are
 * unlimited in number and have no effect.
 */

/** The address without the keys that no page reads; `keys` are those that some page reads. */
export function pageAddress(url: string, keys: ReadonlySet<string>): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const params = [...new URLSearchParams(url.slice(at + 1))].filter(([key]) => keys.has(key))
  return params.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${new URLSearchParams(params)}`
}
