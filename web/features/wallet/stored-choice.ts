/** A preference kept in the browser and shared by all components. */
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../device/storage.ts'

export type StoredChoice = { read(): string | null; write(value: string | null): void; use(): string | null }

export function storedChoice(key: string, storage: 'local' | 'session'): StoredChoice {
  const listeners = new Set<() => void>()
  // The value is read once, so that a change in another tab does not affect this page.
  let cached: string | null | undefined
  const read = () => {
    if (cached === undefined) cached = readStored(storage, key)
    return cached
  }
  return {
    read,
    write(value) {
      cached = value
      writeStored(storage, key, value)
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
