/** The last call that was stored as a request for a second person, until its notice is dismissed. */
import { useSyncExternalStore } from 'react'

let waiting: string | null = null
const listeners = new Set<() => void>()

export function showWaiting(request: string | null): void {
  waiting = request
  listeners.forEach((listener) => listener())
}

export function onWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useWaiting = (): string | null => useSyncExternalStore(onWaiting, () => waiting)
