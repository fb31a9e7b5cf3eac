/**
 * Work that at most one process on the database does at a time: that process holds an advisory lock, and all its locks
 * are on one separate connection. If the connection is lost, so are the locks, and other processes may begin. Then every
 * further transaction of the work is refused, and one in progress does not commit.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

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

export type SoleWork = {
  /**
   * False if the work of this name is in progress, here or in another process. `signal` of the work: aborted when the
   * lock is lost.
   */
  run(name: string, work: (signal: AbortSignal) => Promise<unknown>): Promise<boolean>
  /** Ends the connection, and with it the locks of work that is still in progress. */
  close(): Promise<void>
}

/** The connection of the locks, from the first that is held to the last. */
type Session = {
  held: Map<string, Lock>
  /** Asks one after another: a connection should have only one query at a time. */
  ask(verb: 'pg_try_advisory_lock' | 'pg_advisory_unlock', name: string): Promise<boolean>
  end(isBroken: boolean): void
}

export function createSoleWork(openPool: (size: number) => pg.Pool): SoleWork {
  let pool: pg.Pool | null = null
  let session: Session | null = null

  function begin(): Session {
    pool ??= openPool(1)
    const held: Session['held'] = new Map()
    let isEnded = false
    const client = pool.connect()
    let last: Promise<unknown> = client
    const begun: Session = {
      held,
      ask(verb, name) {
        const answer = last.then(async () => {
          const { rows } = await (
            await client
          ).query<{ done: boolean }>(`SELECT ${verb}(hashtext('fairhouse job'), hashtext($1)) AS done`, [name])
          return rows[0]!.done
        })
        last = answer.catch(() => undefined)
        return answer
      },
      end(isBroken) {
        if (isEnded) return
        isEnded = true
        if (session === begun) session = null
        if (isBroken) for (const { lost } of held.values()) lost.abort()
        void client.then(
          (opened) => {
            opened.off('error', lose).off('end', lose)
            opened.release(isBroken)
          },
          () => undefined,
        )
      },
    }
    const lose = () => begun.end(true)
    client.then((opened) => void opened.once('error', lose).once('end', lose), lose)
    return begun
  }

  return {
    async run(name, work) {
      session ??= begin()
      const { held, ask, end } = session
      if (held.has(name)) return false
      const lock: Lock = { name, lost: new AbortController(), isOver: false }
      held.set(name, lock)
      try {
        if (!(await ask('pg_try_advisory_lock', name))) return false
        try {
          await current.run(lock, () => work(lock.lost.signal))
          if (lock.lost.signal.aborted) throw new LockLost(name)
        } finally {
          // A lock that cannot be given back goes with its connection.
          if (!lock.lost.signal.aborted) await ask('pg_advisory_unlock', name).catch(() => end(true))
        }
        return true
      } finally {
        lock.isOver = true
        held.delete(name)
        if (held.size === 0) end(false)
      }
    },
    async close() {
      session?.end(true)
      await pool?.end()
    },
  }
}
