/**
 * Whether a value is a path within this site. Browsers treat a backslash as a slash and ignore control characters, so a
 * path with either could lead to another host.
 */
export function isSitePath(path: unknown): path is string {
  if (typeof path !== 'string' || path.length > 2000 || !path.startsWith('/') || /[\\\p{Cc}]/u.test(path)) return false
  const home = 'http://site.invalid'
  if (!URL.canParse(path, home)) return false
  // `/.//host` is a path, but normalising away its dot would turn it into a host.
  const { origin, pathname } = new URL(path, home)
  return origin === home && !pathname.startsWith('//')
}
