/** The code of a link from a mail, as the page that it opens finds it. */

const read = new Map<string, string>()

/**
 * Read once a page: the code is taken out of the address, so that neither history nor referrer nor anything that counts visits
 * keeps it. It stands in the query, or as the last part of the path.
 */
export function takeLinkCode(name: string, ofPath: string | undefined): string {
  const query = new URLSearchParams(location.search)
  const code = query.get(name) ?? ofPath
  if (code) {
    query.delete(name)
    read.set(name, code.slice(0, 256))
    history.replaceState(
      history.state,
      '',
      `/${location.pathname.split('/')[1] ?? ''}${query.size > 0 ? `?${query}` : ''}`,
    )
  }
  return read.get(name) ?? ''
}
