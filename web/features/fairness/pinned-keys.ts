/** Keys of the site that this browser has seen: a key that takes the place of one of them is noticed. */

export type KeyUse = 'draw-keys' | 'liabilities-key'

/** Empty where this browser has seen none, or stores nothing. */
export function pinnedKeys(use: KeyUse): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(use) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function pinKeys(use: KeyUse, ids: string[]): void {
  try {
    localStorage.setItem(use, JSON.stringify([...new Set([...pinnedKeys(use), ...ids])]))
  } catch {
    // Without storage every visit is the first one.
  }
}
