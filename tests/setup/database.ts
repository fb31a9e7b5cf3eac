/** Creates a new, migrated database for one test file or one test. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { connect, type Database } from '#server/kernel/db/connect.ts'
import { databaseUrl } from './database-url.ts'

export type TestDatabase = Database & {
  url: string
  /** The role that owns the tables, for tests that write what the application cannot. */
  asOwner(sql: string, values?: unknown[]): Promise<pg.QueryResult>
}

export async function testDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  // Vitest is imported here, because processes that tests start use this module too.
  const { inject } = await import('vitest')
  const server = inject('databaseServer')
  const name = `test_${randomBytes(8).toString('hex')}`
  await once(server, `CREATE DATABASE ${name} TEMPLATE fairhouse_template STRATEGY file_copy`)
  const url = databaseUrl(server, name)
  const log = { info() {}, debug() {}, warn: console.warn }
  const database = await connect({ url, log, poolSize: options.poolSize ?? 5 })
  // The connections are kept, because opening one takes ten times the processor time of a query.
  const owner = new pg.Pool({ connectionString: url, max: 5, idleTimeoutMillis: 0 })
  owner.on('error', () => {})
  return {
    ...database,
    url,
    asOwner: (sql, values) => owner.query(sql, values),
    async close() {
      await database.close()
      await owner.end()
      await once(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

async function once(url: string, sql: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql, values)
  } finally {
    await client.end()
  }
}
