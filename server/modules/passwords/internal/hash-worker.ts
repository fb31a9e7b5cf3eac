/**
 * The thread that computes Argon2id. It steps back behind the others of this process: a rush of sign-ins then waits for its own
 * hashes, and nobody else does.
 */
import { argon2Sync, type Argon2Parameters } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

export type HashJob = { id: number; parameters: Argon2Parameters }
export type HashDone = { id: number; hash: Uint8Array } | { id: number; fault: string }

/** Niceness, of 19: on a machine with nothing to spare a hash still gets about a tenth of a core. */
const stepBack = 10

/** Only Linux has priorities by thread, and only there does a thread learn its number. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (thread > 0 && thread !== process.pid) setPriority(thread, stepBack)
  } catch {
    // Without the right or without /proc the hash is computed as everything else is.
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
