/** The cross-tab marker of a sign-in or sign-out: base64 of `<moment>:<change>`. */
import { writeStored } from '../../device/storage.ts'

export const markerKey = 'changeSession'
export type MarkedChange = 'login' | 'logout'

/** The timestamp makes each marker unique: storage events report changes only. */
export function encodeMarker(change: MarkedChange, nowMs: number): string {
  return btoa(`${nowMs}:${change}`)
}

/** Notifies other tabs. Without storage they notice the change when they become visible. */
export function writeMarker(marker: string): void {
  writeStored('local', markerKey, marker)
}

/** Returns null for an invalid marker, which must never sign anyone in or out. */
export function decodeMarker(text: string | null): MarkedChange | null {
  if (!text || text.length > 64) return null
  try {
    const [moment, change, ...rest] = atob(text).split(':')
    const isNote = rest.length === 0 && /^\d{1,16}$/.test(moment ?? '')
    return isNote && (change === 'login' || change === 'logout') ? change : null
  } catch {
    return null
  }
}
