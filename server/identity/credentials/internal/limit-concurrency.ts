/**
 * Limits concurrent sign-ins; the others wait. A burst processed at once would occupy the event loop with its small
 * steps and block page requests.
 */
import { availableParallelism } from 'node:os'

/** Two more than the hashing threads keep them busy: one sign-in is looked up and another completed meanwhile. */
const maxConcurrent = Math.max(1, Math.min(3, availableParallelism() - 1)) + 2
let running = 0
const waiting: Array<() => void> = []

export async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    // The longest-waiting sign-in takes over this slot, so `running` stays the same.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
