/** The device fingerprint, stored with the session and sent with sign-in and registration to detect multiple accounts. Computed locally. */
const storageKey = 'fingerprint'
let underWay: Promise<string | null> | null = null

/** Computed once per tab; null where the browser prevents it. */
export function fingerprint(): Promise<string | null> {
  underWay ??= kept() ?? workOut()
  return underWay
}

/** Fingerprinting takes about 100 ms of the processor, so it begins when the new page is idle. */
export function computeWhenIdle(): void {
  const work = () => void fingerprint()
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 10_000 })
  else setTimeout(work, 2000)
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
