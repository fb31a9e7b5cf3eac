/** A preference kept in the browser and shared by all components. */
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../device/storage.ts'

export type StoredChoice = { read(): string | null; write(value: string | null): void; use(): string | null }

export function storedChoice(key: string, storage: 'local' | 'session'): StoredChoice {
  const listeners = new Set<() => void>()
  // As it was when the page first asked: another tab changes nothing here.
  let held: string | null | undefined
  const read = () => {
    if (held === undefined) held = readStored(storage, key)
    return held
  }
  return {
    read,
    write(value) {
      held = value
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
