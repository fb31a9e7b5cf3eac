/**
 * The thread that computes Argon2id, at a lower priority than the process's other threads, so that a burst of sign-ins
 * delays only itself.
 */
import { argon2Sync, type Argon2Parameters } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

export type HashJob = { id: number; parameters: Argon2Parameters }
export type HashDone = { id: number; hash: Uint8Array } | { id: number; fault: string }

/** Niceness, of 19: on a fully loaded machine a hash still gets about a tenth of a core. */
const niceness = 10

/** Only on Linux does a thread have its own priority and can read its id. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (thread > 0 && thread !== process.pid) setPriority(thread, niceness)
  } catch {
    // Without the permission or without /proc the hash is computed at normal priority.
  }
}

yieldToOthers()
parentPort!.on('message', ({ id, parameters }: HashJob) => {
  try {
    parentPort!.postMessage({ id, hash: argon2Sync('argon2id', parameters) } satisfies HashDone)
  } catch (error) {
    parentPort!.postMessage({ id, fault: (error as Error).message } satisfies HashDone)
  }
})
