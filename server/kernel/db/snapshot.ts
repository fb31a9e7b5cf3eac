/** Reads any amount of data from one consistent state of the database, in constant memory. */
import { CompiledQuery, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Snapshot = {
  /** Rows in the order of the query, fetched in parts. Several can be read alternately. */
  rows<Row>(query: RawBuilder<Row>): AsyncGenerator<Row>
}

const rowsAtOnce = 2_000
let names = 0

/** `work` reads one state of the database: that of the moment at which it begins. */
export function withSnapshot<T>(db: Kysely<Tables>, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Whoever writes what is read may be slower than the database.
      await sql`SET LOCAL idle_in_transaction_session_timeout = '120s'`.execute(tx)
      // All rows are read, and large sorts are worth some memory.
      await sql`SET LOCAL cursor_tuple_fraction = 1`.execute(tx)
      await sql`SET LOCAL work_mem = '64MB'`.execute(tx)
      return work({ rows: (query) => readRows(tx, query) })
    })
}

async function* readRows<Row>(tx: Transaction<Tables>, query: RawBuilder<Row>): AsyncGenerator<Row> {
  const name = `snapshot_${++names}`
  const { sql: text, parameters } = query.compile(tx)
  await tx.executeQuery(CompiledQuery.raw(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, [...parameters]))
  const fetch = CompiledQuery.raw(`FETCH ${rowsAtOnce} FROM ${name}`)
  for (;;) {
    const { rows } = await tx.executeQuery<Row>(fetch)
    yield* rows
    if (rows.length < rowsAtOnce) break
  }
  await tx.executeQuery(CompiledQuery.raw(`CLOSE ${name}`))
}
