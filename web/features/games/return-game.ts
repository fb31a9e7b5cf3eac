/** The game that a player left for a moment, to pay in or to look something up: kept with the tab, so that there is a way back to it. */
import { useSyncExternalStore } from 'react'
import { isSitePath } from '#contract/fields/site-path.ts'

const key = 'returnGame'
const gamePage = /^(\/[a-z]{2}(-[A-Z]{2})?)?\/games\/[\w-]+\?play=real$/
const listeners = new Set<() => void>()

/** Remembers the page of a game that is played for money. */
export function keepReturnGame(pathname: string): void {
  write(`${pathname}?play=real`)
}

/** The player is done with it. */
export function dropReturnGame(): void {
  write(null)
}

/** What is kept may have been written by anything: only the page of a game is a way back. */
export function readReturnGame(): string | null {
  try {
    const path = sessionStorage.getItem(key)
    return isSitePath(path) && gamePage.test(path) ? path : null
  } catch {
    return null
  }
}

export function useReturnGame(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readReturnGame,
    () => null,
  )
}

function write(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, path)
  } catch {
    // A browser that keeps nothing shows no way back.
  }
  for (const listener of listeners) listener()
}
