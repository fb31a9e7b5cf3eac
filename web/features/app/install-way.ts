/** Decides how this browser installs the site, and when the offer may be shown. */

/** `prompt` is the browser's dialog; the others are instructions for the menus of browsers. */
export type InstallWay = 'prompt' | 'ios' | 'android' | 'mac'

type Device = {
  userAgent: string
  /** Distinguishes an iPad, which identifies itself as a Mac, from a Mac. */
  touchPoints: number
  isStandalone: boolean
  hasPrompt: boolean
}

/** Returns null if the site is installed or this browser cannot install it. */
export function installWay({ userAgent, touchPoints, isStandalone, hasPrompt }: Device): InstallWay | null {
  if (isStandalone) return null
  if (hasPrompt) return 'prompt'
  const isMac = /Macintosh/.test(userAgent)
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && touchPoints > 1)) return 'ios'
  const isChromium = /Chrom(e|ium)\//.test(userAgent)
  // Chromium without a prompt has the site installed or will send the prompt later.
  if (/Android/.test(userAgent) && (!isChromium || /SamsungBrowser/.test(userAgent))) return 'android'
  return isMac && /Version\/1[7-9]|Version\/[2-9]\d/.test(userAgent) && !isChromium ? 'mac' : null
}

const quietMs = 30 * 86_400_000

/** After "Not now" the offer is hidden for 30 days. An invalid note is ignored. */
export function isDismissed(note: string | null, now: number): boolean {
  const at = Number(note)
  return note !== null && Number.isFinite(at) && at <= now && now - at < quietMs
}

/** The offer must not disturb play or payment: a game's page, an open game, or a payment dialog. */
export function isCalm({ path, search, hasGame }: { path: string; search: string; hasGame: boolean }): boolean {
  return !path.startsWith('/games/') && !hasGame && !/[?&](wallet|deposit-|withdrawal-)/.test(search)
}
