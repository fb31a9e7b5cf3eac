/** A rough mark of this browser, sent with sign-in and registration so that one person's many accounts can be seen. No third party, no tracking across sites. */
const storageKey = 'fingerprint'

/** Computed once a tab and kept beside the session; null where storage or hashing is not to be had. */
export async function fingerprint(): Promise<string | null> {
  try {
    const kept = sessionStorage.getItem(storageKey)
    if (kept) return kept
    const bytes = new TextEncoder().encode(traits().join('|'))
    const hash = await crypto.subtle.digest('SHA-256', bytes)
    const mark = [...new Uint8Array(hash)].slice(0, 16).map((byte) => byte.toString(16).padStart(2, '0')).join('')
    sessionStorage.setItem(storageKey, mark)
    return mark
  } catch {
    return null
  }
}

function traits(): Array<string | number> {
  return [
    navigator.userAgent, navigator.languages.join(','), navigator.hardwareConcurrency ?? 0, navigator.maxTouchPoints,
    Intl.DateTimeFormat().resolvedOptions().timeZone, screen.width, screen.height, screen.colorDepth, devicePixelRatio,
  ]
}
