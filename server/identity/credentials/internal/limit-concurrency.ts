/**
 * Limits concurrent sign-ins; the others wait. A burst processed at once would occupy the event loop with its small
 * steps and block page requests.
 */
import { availableParallelism } from 'node:os'

/** Enough to keep the hashing threads busy: one is hashed while the next is looked up and the previous is completed. */
const most = Math.max(1, Math.min(3, availableParallelism() - 1)) + 2
let inside = 0
const waiting: Array<() => void> = []

export async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve))
  else inside++
  try {
    return await work()
  } finally {
    // The longest-waiting sign-in takes over this slot, so `inside` stays the same.
    const next = waiting.shift()
    if (next) next()
    else inside--
  }
}
