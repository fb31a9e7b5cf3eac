/** How this browser installs the site, and when it is not offered. */

/** `prompt`: the browser's own dialog; the others are instructions for their menus. */
export type InstallWay = 'prompt' | 'ios' | 'android' | 'mac'

type Device = {
  userAgent: string
  /** Distinguishes an iPad, which identifies itself as a Mac, from a Mac. */
  touchPoints: number
  isStandalone: boolean
  hasPrompt: boolean
}

/** Null if the site is installed here, or this browser cannot install it. */
export function installWay({ userAgent, touchPoints, isStandalone, hasPrompt }: Device): InstallWay | null {
  if (isStandalone) return null
  if (hasPrompt) return 'prompt'
  const isMac = /Macintosh/.test(userAgent)
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && touchPoints > 1)) return 'ios'
  const isChromium = /Chrom(e|ium)\//.test(userAgent)
  // Chromium that makes no offer has the site installed, or will make one.
  if (/Android/.test(userAgent) && (!isChromium || /SamsungBrowser/.test(userAgent))) return 'android'
  return isMac && /Version\/1[7-9]|Version\/[2-9]\d/.test(userAgent) && !isChromium ? 'mac' : null
}

const quietMs = 30 * 86_400_000

/** After "Not now" the offer stays away for 30 days; an unreadable note is none. */
export function isDismissed(note: string | null, now: number): boolean {
  const at = Number(note)
  return note !== null && Number.isFinite(at) && at <= now && now - at < quietMs
}

/** Never during play or payment: on a game's page, while one is left open, and over dialogs. */
export function isCalm({ path, search, hasGame }: { path: string; search: string; hasGame: boolean }): boolean {
  return !path.startsWith('/games/') && !hasGame && !/[?&](wallet|deposit-|withdrawal-)/.test(search)
}
