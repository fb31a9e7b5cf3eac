/** Reads one cookie from a Cookie header, in pages and browsers alike; null when missing or malformed. */
export function readCookie(name: string, header: string): string | null {
  for (const pair of header.split(';')) {
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

/** Informs the scripts of the next page that its player has just registered with a form rendered by the server. */
export const registeredCookie = 'registered'
