/** Keys of the site that this browser has seen: a key that takes the place of one of them is noticed. */
import { readStored, writeStored } from '../../device/storage.ts'

export type KeyUse = 'draw-keys' | 'liabilities-key'

/** Empty where this browser has seen none, or stores nothing. */
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
