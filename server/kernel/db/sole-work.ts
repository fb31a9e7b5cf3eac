/**
 * Work that at most one process on the database does at a time: that process holds an advisory lock on a separate
 * connection. If the connection is lost, so is the lock, and another process may begin. Then every further transaction
 * of the work is refused, and one in progress does not commit.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from './connect.ts'

export class LockLost extends Error {
  constructor(name: string) {
    super(`the connection that had the lock of ${name} was lost`)
  }
}

type Lock = { name: string; lost: AbortController; isOver: boolean }
const current = new AsyncLocalStorage<Lock>()

/** Throws within work whose lock was lost. */
export function checkSole(): void {
  const lock = current.getStore()
  if (lock && !lock.isOver && lock.lost.signal.aborted) throw new LockLost(lock.name)
}

/** Calls something that the work only triggers and that is not part of the work. */
export const apartFromSole = <T>(call: () => T): T => current.exit(call)

/** False if another process has the lock. `signal` of the work: aborted when the lock is lost. */
export async function runSole(
  { openPool }: Pick<Database, 'openPool'>,
  name: string,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<boolean> {
  const pool = openPool(1)
  try {
    const client = await pool.connect()
    const lock: Lock = { name, lost: new AbortController(), isOver: false }
    const lose = () => lock.lost.abort()
    client.once('error', lose).once('end', lose)
    try {
      const { rows } = await client.query<{ locked: boolean }>(
        "SELECT pg_try_advisory_lock(hashtext('fairhouse job'), hashtext($1)) AS locked",
        [name],
      )
      if (!rows[0]!.locked) return false
      await current.run(lock, () => work(lock.lost.signal))
      if (lock.lost.signal.aborted) throw new LockLost(name)
      return true
    } finally {
      lock.isOver = true
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}
