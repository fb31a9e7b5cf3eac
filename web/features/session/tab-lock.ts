/** A cross-tab lock: Web Locks, or a storage entry in insecure contexts. */
const name = 'session-refresh'
/** Shorter than other tabs wait: a dead tab's entry must not sign them out. */
const noteMs = 3_000

/** Runs `work` unless another tab does. A dead tab's lock is released or expires. */
export async function withTabLock(work: () => Promise<void>): Promise<boolean> {
  if (navigator.locks) {
    return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work()
      return lock !== null
    })
  }
  return withStorageLock(localStorage, Date.now(), work)
}

/** Two tabs may both proceed at the same instant; the server gives both the same successor. */
export async function withStorageLock(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  now: number,
  work: () => Promise<void>,
): Promise<boolean> {
  const until = Number(storage.getItem(name) ?? 0)
  if (until > now && until <= now + noteMs) return false
  storage.setItem(name, String(now + noteMs))
  try {
    await work()
    return true
  } finally {
    storage.removeItem(name)
  }
}
