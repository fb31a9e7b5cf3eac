/** A cross-tab lock: Web Locks, or a storage entry in insecure contexts. */
import { readStored, writeStored } from '../../device/storage.ts'

const name = 'session-refresh'
/** Shorter than other tabs wait, so that the entry of a closed tab does not sign them out. */
const noteMs = 3_000

/** Runs `work` unless another tab does. The lock of a closed tab is released or expires. */
export async function withTabLock(work: () => Promise<void>): Promise<boolean> {
  let hasBegun = false
  try {
    if (navigator.locks)
      return await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        hasBegun = true
        if (lock) await work()
        return lock !== null
      })
  } catch (error) {
    // A browser that blocks storage refuses the lock before the work begins.
    if (hasBegun) throw error
  }
  return withStorageLock(Date.now(), work)
}

/** Two tabs may proceed at the same instant; the server then gives both the same successor. */
export async function withStorageLock(now: number, work: () => Promise<void>): Promise<boolean> {
  const until = Number(readStored('local', name) ?? 0)
  if (until > now && until <= now + noteMs) return false
  writeStored('local', name, String(now + noteMs))
  try {
    await work()
    return true
  } finally {
    writeStored('local', name, null)
  }
}
