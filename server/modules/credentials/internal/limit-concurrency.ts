/**
 * The line before the counter: so many sign-ins are looked at together, the others wait outside. A rush that came in at once would
 * do all of its small work in one long moment, and in that moment nobody gets a page.
 */
import { availableParallelism } from 'node:os'

/** As many as keep the threads for hashes busy: while one is hashed, the next is looked up and the last is let in. */
const most = Math.max(1, Math.min(3, availableParallelism() - 1)) + 2
let inside = 0
const waiting: Array<() => void> = []

export async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve))
  else inside++
  try {
    return await work()
  } finally {
    // Who waits longest takes over this place, so `inside` stays as it is.
    const next = waiting.shift()
    if (next) next()
    else inside--
  }
}
