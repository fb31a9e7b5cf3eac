/** Brings a database to the shape this version needs: plain SQL files, each applied once, in number order, under a lock. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { EmbeddedLog } from './embedded.ts'
import { grantAppRole } from './roles.ts'

export { appRole } from './roles.ts'

export type Migration = { name: string; sql: string }

export class ChangedMigration extends Error {
  override name = 'ChangedMigration'
}

/** One number for the whole product, so that several processes starting together migrate one after the other. */
const lockKey = 4_019_236

export async function migrate(options: { url: string; log: EmbeddedLog; migrations?: Migration[] }): Promise<void> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'fairhouse migrations' })
  await client.connect()
  try {
    await refuseOldServer(client)
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    const applied = await applyAll(client, options.migrations ?? migrationFiles(), options.log)
    if (applied > 0) await grantAppRole(client, options.log)
  } finally {
    await client.end()
  }
}

export function migrationFiles(folder = fileURLToPath(new URL('./migrations/', import.meta.url))): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(`${folder}/${name}`, 'utf8') }))
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version_num') AS version`)
  const major = Math.floor(Number(rows[0]!.version) / 10_000)
  if (major < 15) throw new Error(`The database is PostgreSQL ${major}; 15 or newer is needed.`)
}

async function applyAll(client: pg.Client, migrations: Migration[], log: EmbeddedLog): Promise<number> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS public.schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM public.schema_migrations',
  )
  const known = new Map(rows.map((row) => [row.name, row.checksum]))
  let applied = 0
  for (const { name, sql } of migrations) {
    const checksum = createHash('sha256').update(sql).digest('hex')
    if (known.get(name) === checksum) continue
    if (known.has(name)) {
      throw new ChangedMigration(
        `Migration ${name} was applied to this database in another form. Put the file back and write the change as a new migration; while developing, an empty DATA_DIR also does.`,
      )
    }
    await apply(client, { name, sql }, checksum)
    log.debug(`migration ${name} applied`)
    applied++
  }
  return applied
}

async function apply(client: pg.Client, { name, sql }: Migration, checksum: string): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query('INSERT INTO public.schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
