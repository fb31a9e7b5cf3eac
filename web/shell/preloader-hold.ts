/** Pages that hold the preloader let it go when they know how things went. */
import { useEffect, useSyncExternalStore } from 'react'

let released: string | null = null
const listeners = new Set<() => void>()

/** For the page's view: with `isKnown` the preloader of this address goes. */
export function useReleasedPreloader(isKnown: boolean): void {
  useEffect(() => {
    if (!isKnown) return
    released = location.pathname
    for (const listener of listeners) listener()
  }, [isKnown])
}

export function useIsReleased(pathname: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => released === pathname,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
