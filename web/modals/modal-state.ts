/** Derives the stack of modals from the query: which are open, in which order, and which keys must be removed. */
import { presetKey } from '../features/bonuses/preset-key.ts'
import { isModalKey, type ModalEntry, type ModalKey, modals } from '../modals.ts'

export type OpenModal = { key: ModalKey; value: string }
export type ModalVisitor = { isSignedIn: boolean; restrictType: 1 | 2 | null; isLoyaltyEnabled: boolean }

const signing = new Set<ModalKey>(['sign-in', 'sign-up'])

/** Replaces sign-in and sign-up by the explanation in countries where they are blocked. */
function effectiveKey(key: ModalKey, { restrictType }: ModalVisitor): ModalKey {
  return restrictType === 2 && signing.has(key) ? 'geo-restricted-type' : key
}

function isAvailable(key: ModalKey, value: string, { isSignedIn, isLoyaltyEnabled }: ModalVisitor): boolean {
  const entry: ModalEntry = modals[key]
  if (!isLoyaltyEnabled && key.startsWith('loyalty-')) return false
  if (entry.access === 'guest' && isSignedIn) return false
  if (entry.access === 'player' && !isSignedIn) return false
  return !entry.values || entry.values.includes(value)
}

/** Returns the modals to open, and the query without the keys of other modals. */
export function readModals(search: string, visitor: ModalVisitor): { open: OpenModal[]; search: string } {
  const open: OpenModal[] = []
  let isChanged = false
  // The same key may occur twice; the first one that may open is kept.
  const kept = [...new URLSearchParams(search)].flatMap((entry) => {
    const [name, value] = entry
    if (!isModalKey(name)) return [entry]
    const key = effectiveKey(name, visitor)
    // Availability depends on the original key: a player must see neither the sign-in nor its explanation.
    const isOpening = isAvailable(name, value, visitor) && !open.some((other) => other.key === key)
    if (isOpening) open.push({ key, value })
    isChanged ||= !isOpening || key !== name
    return isOpening ? [[key, value]] : []
  })
  return { open, search: isChanged ? searchText(new URLSearchParams(kept)) : search }
}

export function withModal(search: string, key: ModalKey, value = 'true', instead?: ModalKey): string {
  const query = new URLSearchParams(search)
  if (instead) query.delete(instead)
  query.delete(key)
  query.append(key, value)
  return searchText(query)
}

export function withoutModal(search: string, key: ModalKey): string {
  const query = new URLSearchParams(search)
  query.delete(key)
  if (key === 'wallet') query.delete(presetKey)
  return searchText(query)
}

/** Returns the query without any modals, for the error page. */
export function withoutModals(search: string): string {
  const query = new URLSearchParams(search)
  const keys = [...query.keys()].filter(isModalKey)
  for (const key of keys) query.delete(key)
  return keys.length > 0 ? searchText(query) : search
}

function searchText(query: URLSearchParams): string {
  const text = query.toString()
  return text && `?${text}`
}
