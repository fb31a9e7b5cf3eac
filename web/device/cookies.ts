/** Cookies of this site: readable text, `SameSite=Lax`, `Secure` where the page is. */
export function readCookie(name: string, from: string = typeof document === 'undefined' ? '' : document.cookie): string | null {
  for (const pair of from.split(';')) {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) continue
    try {
      return decodeURIComponent(pair.slice(at + 1).trim())
    } catch {
      return null
    }
  }
  return null
}

export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}

export function removeCookie(name: string): void {
  writeCookie(name, '', 0)
}
