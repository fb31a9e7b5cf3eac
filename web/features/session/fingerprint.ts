/** The device fingerprint, stored with the session and sent with sign-in and registration to detect multiple accounts. Computed locally. */
const storageKey = 'fingerprint'
let underWay: Promise<string | null> | null = null

/** Computed once per tab; null where the browser prevents it. */
export function fingerprint(): Promise<string | null> {
  underWay ??= kept() ?? workOut()
  return underWay
}

/** Fingerprinting takes about 100 ms, so it waits for the first interaction. */
export function fingerprintInTime(): void {
  const begin = () => {
    for (const sign of signs) removeEventListener(sign, begin)
    const work = () => void fingerprint()
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5000 })
    else setTimeout(work, 500)
  }
  const signs = ['pointerdown', 'keydown', 'touchmove'] as const
  for (const sign of signs) addEventListener(sign, begin, { passive: true })
}

function kept(): Promise<string> | null {
  try {
    const mark = sessionStorage.getItem(storageKey)
    return mark ? Promise.resolve(mark) : null
  } catch {
    return null
  }
}

async function workOut(): Promise<string | null> {
  try {
    const { load } = await import('@fingerprintjs/fingerprintjs')
    // The library's own monitoring would contact its vendor.
    const agent = await load({ monitoring: false })
    const { visitorId } = await agent.get()
    sessionStorage.setItem(storageKey, visitorId)
    return visitorId
  } catch {
    return null
  }
}
