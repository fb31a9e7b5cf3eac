/** A mark of this browser, kept beside the session and sent with sign-in and registration, so that one person's many accounts can be seen. It is worked out here: nobody else is asked or told. */
const storageKey = 'fingerprint'
let underWay: Promise<string | null> | null = null

/** Worked out once a tab; null where the browser does not let it be. */
export function fingerprint(): Promise<string | null> {
  underWay ??= kept() ?? workOut()
  return underWay
}

/** A tenth of a second of canvas and sound must not stand between a visitor and the page, so it waits for the first touch, without which nobody signs in or up. */
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
    // Its own monitoring would tell its makers of some visits.
    const agent = await load({ monitoring: false })
    const { visitorId } = await agent.get()
    sessionStorage.setItem(storageKey, visitorId)
    return visitorId
  } catch {
    return null
  }
}
