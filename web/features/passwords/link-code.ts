/** The code of a mailed link, read by the page it opens. */

const read = new Map<string, string>()

/**
 * Read once per page: the code is removed from the URL, so that history, referrer and analytics never see it. It is in the
 * query, or the last part of the path.
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
