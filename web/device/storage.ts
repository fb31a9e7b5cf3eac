/**
 * The browser's storage, which may be blocked or full: then even its name throws. What cannot be stored is kept as long
 * as the page lasts. Nothing else names the storage, so that no caller has to think of this.
 */
type Kind = 'local' | 'session'

const heldHere = { local: new Map<string, string>(), session: new Map<string, string>() }
const storeOf = (kind: Kind): Storage => (kind === 'local' ? localStorage : sessionStorage)

export function readStored(kind: Kind, key: string): string | null {
  const held = heldHere[kind].get(key)
  if (held !== undefined) return held
  try {
    return storeOf(kind).getItem(key)
  } catch {
    return null
  }
}

/** Null removes it. */
export function writeStored(kind: Kind, key: string, value: string | null): void {
  heldHere[kind].delete(key)
  try {
    if (value === null) storeOf(kind).removeItem(key)
    else storeOf(kind).setItem(key, value)
  } catch {
    if (value !== null) heldHere[kind].set(key, value)
  }
}
