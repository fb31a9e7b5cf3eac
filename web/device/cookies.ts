/** Reads and writes cookies of this site: `SameSite=Lax`, and `Secure` on HTTPS. */
import { readCookie as readFrom } from '#contract/cookies.ts'

/** Returns null on the server, which reads the cookies of the request instead. */
export function readCookie(name: string): string | null {
  return typeof document === 'undefined' ? null : readFrom(name, document.cookie)
}

export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}

export function removeCookie(name: string): void {
  writeCookie(name, '', 0)
}
