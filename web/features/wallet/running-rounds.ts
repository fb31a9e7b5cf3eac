/** Whether a round runs whose result the game has not shown yet: whatever would reveal it waits until then. */
import { useState, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let areRunning = false

export const runningRounds = {
  get areRunning(): boolean {
    return areRunning
  },
  set(value: boolean): void {
    if (areRunning === value) return
    areRunning = value
    for (const listener of listeners) listener()
  },
  listen(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Returns the value as of the last moment without a running round, because a newer one would reveal the result. */
export function useBetweenRounds<T>(value: T): T {
  const isHolding = useSyncExternalStore(
    runningRounds.listen,
    () => runningRounds.areRunning,
    () => false,
  )
  const [shown, setShown] = useState(value)
  if (isHolding || shown === value) return shown
  setShown(value)
  return value
}

/** Runs `work` at once, or as soon as no round is running. */
export function whenShown(work: () => void): void {
  if (runningRounds.areRunning) void afterRounds().then(work)
  else work()
}

/** Returns a function that runs `work` once no round is running: once, however often it was called during a round. */
export function betweenRounds(work: () => void): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    whenShown(() => {
      isWaiting = false
      work()
    })
  }
}

/** Resolves when no round is running. Anything that would reveal a result must wait for it. */
export function afterRounds(): Promise<void> {
  if (!runningRounds.areRunning) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = runningRounds.listen(() => {
      if (runningRounds.areRunning) return
      stop()
      resolve()
    })
  })
}
