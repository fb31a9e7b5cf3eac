/** State of the preloader for pages that remove it themselves. */
import { useEffect, useSyncExternalStore } from 'react'

let released: string | null = null
const listeners = new Set<() => void>()

/** Removes the preloader of the current URL once `isKnown` is true. The page's view calls it. */
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
