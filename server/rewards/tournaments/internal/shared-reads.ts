/** Reads of a run that all callers in a process share for a moment, so that many cost the database as little as one. */
import type { Database } from '../../../kernel/db/connect.ts'

type Options = {
  freshMs: number
  /** Reading one value takes at most one part in so many of the time, however slow it is. */
  share?: number
}
type Stored<T> = { value: T; startedAt: number; freshMs: number }
type Entry<T> = { stored?: Stored<T>; reading?: { value: Promise<T>; startedAt: number } }

/** Runs of which a value is stored; the oldest are read again. */
const most = 50

/**
 * Only the first caller waits. For as long again as a value is fresh, it is used once more while a new one is read.
 * `since`: what was read before that moment, by `performance.now()`, is not enough for the caller.
 */
export function shareReads<T>({ freshMs, share = 20 }: Options) {
  const ofDatabase = new WeakMap<Database['kysely'], Map<number, Entry<T>>>()
  return (db: Pick<Database, 'kysely'>, runId: number, read: () => Promise<T>, since = 0): Promise<T> => {
    const entries = ofDatabase.get(db.kysely) ?? new Map<number, Entry<T>>()
    ofDatabase.set(db.kysely, entries)
    const entry = entries.get(runId) ?? {}
    const { stored } = entry
    if (stored && stored.startedAt >= since) {
      const ageMs = performance.now() - stored.startedAt
      if (ageMs < stored.freshMs) return Promise.resolve(stored.value)
      entry.reading ??= start(entry)
      return ageMs < 2 * stored.freshMs ? Promise.resolve(stored.value) : entry.reading.value
    }
    if (!entry.reading || entry.reading.startedAt < since) entry.reading = start(entry)
    return entry.reading.value

    function start(into: Entry<T>): NonNullable<Entry<T>['reading']> {
      entries.delete(runId)
      entries.set(runId, into)
      if (entries.size > most) entries.delete(entries.keys().next().value!)
      const startedAt = performance.now()
      const reading = { value: read(), startedAt }
      void settle()
      return reading

      async function settle(): Promise<void> {
        try {
          const value = await reading.value
          const lastsMs = Math.max(freshMs, (performance.now() - startedAt) * share)
          if (!into.stored || into.stored.startedAt < startedAt) into.stored = { value, startedAt, freshMs: lastsMs }
        } catch {
          // Who waits for it sees the error; the next caller reads again.
        }
        if (into.reading === reading) delete into.reading
      }
    }
  }
}
