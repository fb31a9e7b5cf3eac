/**
 * Brings a new database to the state of one that has been in use, whose write-ahead log reuses old segments. A new
 * database creates a segment for every 16 MB, and all commits wait 50 to 100 ms for each.
 */
import pg from 'pg'

/** Lasts for minutes at the highest rate on two cores, and takes 2 GB while the bench runs. */
const segments = 128

export async function recycleWal(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  for (let segment = 0; segment < segments; segment++)
    await owner.query("SELECT pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()")
  await owner.query('CHECKPOINT')
  await owner.end()
}
