/** The device fingerprint, stored with the session and sent with sign-in and registration to detect multiple accounts. Computed locally. */
import { readStored, writeStored } from '../../device/storage.ts'

const storageKey = 'fingerprint'
let underWay: Promise<string | null> | null = null

/** Computed once per tab; null where the browser prevents it. */
export function fingerprint(): Promise<string | null> {
  underWay ??= kept() ?? workOut()
  return underWay
}

/** What a visitor does first on a new page should not wait for it: opening a game, or typing into the search. */
const quietMs = 5000

/**
 * Fingerprinting takes about 100 ms of the processor, ten times that on a slow phone, and only a sign-in needs it, which
 * waits for it. So it begins some seconds after the page, at an idle moment.
 */
export function computeWhenIdle(): void {
  const work = () => void fingerprint()
  setTimeout(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 10_000 })
    else work()
  }, quietMs)
}

function kept(): Promise<string> | null {
  const mark = readStored('session', storageKey)
  return mark ? Promise.resolve(mark) : null
}

async function workOut(): Promise<string | null> {
  try {
    const { load } = await import('@fingerprintjs/fingerprintjs')
    // The library's own monitoring would contact its vendor.
    const agent = await load({ monitoring: false })
    const { visitorId } = await agent.get()
    writeStored('session', storageKey, visitorId)
    return visitorId
  } catch {
    return null
  }
}
