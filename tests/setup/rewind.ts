/** Replaces a test's database by an earlier state, as a restore or a failover that lost commits does. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestDatabase } from './database.ts'
import { databaseUrl } from './database-url.ts'

/** `fill` writes the state into an empty, migrated database, as the owner of its tables. */
export async function replaceDatabase(
  { url, pool }: TestDatabase,
  fill: (owner: pg.Client) => Promise<unknown>,
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name')
  const earlier = `test_${randomBytes(8).toString('hex')}`
  const server = new pg.Client({ connectionString: databaseUrl(url, 'postgres') })
  await server.connect()
  try {
    await server.query(`CREATE DATABASE ${earlier} TEMPLATE fairhouse_template STRATEGY file_copy`)
    const owner = new pg.Client({ connectionString: databaseUrl(url, earlier) })
    await owner.connect()
    try {
      await fill(owner)
    } finally {
      await owner.end()
    }
    await server.query(`DROP DATABASE ${rows[0]!.name} WITH (FORCE)`)
    await server.query(`ALTER DATABASE ${earlier} RENAME TO ${rows[0]!.name}`)
  } finally {
    await server.end()
  }
}
