/** Tells when a statement waits for the lock of another, so that a test acts at exactly that moment. */
import { setTimeout as wait } from 'node:timers/promises'

type Db = { asOwner(sql: string): Promise<{ rows: unknown[] }> }

/** Returns how many connections to this database wait for a lock. */
export async function countWaiting({ asOwner }: Db): Promise<number> {
  const { rows } = await asOwner(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length
}

export async function untilOneWaits(db: Db): Promise<void> {
  while ((await countWaiting(db)) === 0) await wait(5)
}
