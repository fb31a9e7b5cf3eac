/** The address of the page: its path and query are the only state of navigation. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const notify = () => listeners.forEach((listener) => listener())

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

export function usePlace(): URL {
  return new URL(useSyncExternalStore(subscribe, () => location.href))
}

export function go(to: string): void {
  history.pushState(null, '', to)
  notify()
}

/** Follows a click on a link of the desk without loading the page; other buttons and keys keep their meaning. */
export function follow(event: React.MouseEvent<HTMLAnchorElement>): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  go(event.currentTarget.href)
}
