/** Reads the code of a mailed link on the page that it opens. */

const read = new Map<string, string>()

/**
 * Reads the code from the query or the last part of the path, and removes it from the URL, so that history, referrer
 * and analytics never contain it. Later calls on the page return the same code.
 */
export function takeLinkCode(name: string, codeInPath: string | undefined): string {
  const query = new URLSearchParams(location.search)
  const code = query.get(name) ?? codeInPath
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
