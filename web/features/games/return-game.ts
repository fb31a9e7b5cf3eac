/** Stores, for each tab, the page of the game to which a player can return. */
import { useSyncExternalStore } from 'react'
import { isSitePath } from '#contract/fields/site-path.ts'
import { readStored, writeStored } from '../../device/storage.ts'

const key = 'returnGame'
const gamePage = /^(\/[a-z]{2}(-[A-Z]{2})?)?\/games\/[\w-]+\?play=real$/
const listeners = new Set<() => void>()

/** Stores the page of a real-money game. */
export function keepReturnGame(pathname: string): void {
  write(`${pathname}?play=real`)
}

export function dropReturnGame(): void {
  write(null)
}

/** Reads the stored page. Stored values are untrusted, so only the page of a game is accepted. */
export function readReturnGame(): string | null {
  const path = readStored('session', key)
  return isSitePath(path) && gamePage.test(path) ? path : null
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
  writeStored('session', key, path)
  for (const listener of listeners) listener()
}
