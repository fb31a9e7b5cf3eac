/** The cookie that identifies a guest's browser in the chat; it ends with the browser session. */
import { readCookie, removeCookie } from '../../device/cookies.ts'

const name = 'chat_guest'

export function readGuestToken(): string | null {
  return readCookie(name) || null
}

export function storeGuestToken(token: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(token)}; Path=/; SameSite=Strict${secure}`
}

export function removeGuestToken(): void {
  removeCookie(name)
}
