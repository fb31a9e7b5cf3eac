/** How pages and the browser alike read a cookie from the text of all of them; null where it is missing or spoiled. */
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
