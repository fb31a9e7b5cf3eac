/** The note by which tabs tell each other that someone signed in or out: base64 of `<moment>:<change>`. */
export const markerKey = 'changeSession'
export type MarkedChange = 'login' | 'logout'

/** The moment makes each note differ from the last one: storage reports changes only. */
export function encodeMarker(change: MarkedChange, nowMs: number): string {
  return btoa(`${nowMs}:${change}`)
}

/** Null for whatever is not such a note; garbage must never sign anybody in or out. */
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
