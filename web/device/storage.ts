/**
 * The browser's storage. It may be full or blocked, and reading the global `localStorage` throws if it is blocked.
 * Values that cannot be stored are kept in memory. No other file may use the storage directly.
 */
type Kind = 'local' | 'session'

const inMemory = { local: new Map<string, string>(), session: new Map<string, string>() }
const storeOf = (kind: Kind): Storage => (kind === 'local' ? localStorage : sessionStorage)

export function readStored(kind: Kind, key: string): string | null {
  const value = inMemory[kind].get(key)
  if (value !== undefined) return value
  try {
    return storeOf(kind).getItem(key)
  } catch {
    return null
  }
}

/** Stores a value; null removes it. */
export function writeStored(kind: Kind, key: string, value: string | null): void {
  inMemory[kind].delete(key)
  try {
    if (value === null) storeOf(kind).removeItem(key)
    else storeOf(kind).setItem(key, value)
  } catch {
    if (value !== null) inMemory[kind].set(key, value)
  }
}
