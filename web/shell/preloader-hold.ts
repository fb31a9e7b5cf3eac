/** Pages that keep the preloader release it themselves. */
import { useEffect, useSyncExternalStore } from 'react'

let released: string | null = null
const listeners = new Set<() => void>()

/** For the page's view: releases the preloader of this URL once `isKnown`. */
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
