/** Stores the keys of the site that this browser has seen, so that a replaced key is noticed. */
import { readStored, writeStored } from '../../device/storage.ts'

export type KeyUse = 'draw-keys' | 'liabilities-key'

/** Returns an empty list if this browser has seen no keys or storage is blocked. */
export function pinnedKeys(use: KeyUse): string[] {
  try {
    const stored: unknown = JSON.parse(readStored('local', use) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function pinKeys(use: KeyUse, ids: string[]): void {
  writeStored('local', use, JSON.stringify([...new Set([...pinnedKeys(use), ...ids])]))
}

export type SeenKey = 'first' | 'known' | 'changed'

/** Compares a key with those that this browser has stored, because the answer itself is not trusted; pins the first. */
export function seenKey(use: KeyUse, id: string): SeenKey {
  const pinned = pinnedKeys(use)
  if (pinned.includes(id)) return 'known'
  if (pinned.length > 0) return 'changed'
  pinKeys(use, [id])
  return 'first'
}
