/** Cookies set by the server with a page; the browser sets most of the others. */
import type { Settings } from '../../settings.ts'

export function cookieText(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  name: string,
  value: string,
  maxAgeSeconds: number,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}
