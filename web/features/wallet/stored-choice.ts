/** A preference kept in the browser and shared by all components. */
import { useSyncExternalStore } from 'react'

export type StoredChoice = { read(): string | null; write(value: string | null): void; use(): string | null }

export function storedChoice(key: string, storage: 'local' | 'session'): StoredChoice {
  const listeners = new Set<() => void>()
  // Storage may be unavailable; the preference then lasts as long as the page.
  let held: string | null | undefined
  const store = () => (storage === 'local' ? localStorage : sessionStorage)
  const read = () => {
    if (held !== undefined) return held
    try {
      held = store().getItem(key)
    } catch {
      held = null
    }
    return held
  }
  return {
    read,
    write(value) {
      held = value
      try {
        if (value === null) store().removeItem(key)
        else store().setItem(key, value)
      } catch {
        // Nothing to recover.
      }
      for (const listener of listeners) listener()
    },
    use: () =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        read,
        () => null,
      ),
  }
}
