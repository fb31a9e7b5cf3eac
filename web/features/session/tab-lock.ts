/** One tab at a time: by the browser's locks, or by a note in storage where pages are not served securely. */
const name = 'session-refresh'
/** Shorter than the others wait: a tab that dies with its note must not sign them all out. */
const noteMs = 3_000

/** Runs `work` if no other tab is at it. A tab that dies lets go: its lock ends with it, its note runs out. */
export async function alone(work: () => Promise<void>): Promise<boolean> {
  if (navigator.locks) {
    return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work()
      return lock !== null
    })
  }
  return aloneByNote(localStorage, Date.now(), work)
}

/** Two tabs may slip through in the same instant; the server gives both the same successor. */
export async function aloneByNote(
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
