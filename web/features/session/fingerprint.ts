/**
 * The device fingerprint. It is computed locally and sent with sign-in and registration to detect multiple accounts.
 */
import { readStored, writeStored } from '../../device/storage.ts'

const storageKey = 'fingerprint'
let pending: Promise<string | null> | null = null

/** Returns the fingerprint, computed once per tab, or null if the browser prevents it. */
export function fingerprint(): Promise<string | null> {
  pending ??= readFingerprint() ?? computeFingerprint()
  return pending
}

/** The first actions on a new page, such as opening a game, must not wait for the computation. */
const quietMs = 5000

/**
 * Computes the fingerprint some seconds after the page has loaded, when it is idle, because it takes 100 ms of CPU time
 * and ten times that on a slow phone. Only a sign-in needs it, and waits for it.
 */
export function computeWhenIdle(): void {
  const work = () => void fingerprint()
  setTimeout(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 10_000 })
    else work()
  }, quietMs)
}

function readFingerprint(): Promise<string> | null {
  const mark = readStored('session', storageKey)
  return mark ? Promise.resolve(mark) : null
}

async function computeFingerprint(): Promise<string | null> {
  try {
    const { load } = await import('@fingerprintjs/fingerprintjs')
    // The library's monitoring would contact its vendor.
    const agent = await load({ monitoring: false })
    const { visitorId } = await agent.get()
    writeStored('session', storageKey, visitorId)
    return visitorId
  } catch {
    return null
  }
}
