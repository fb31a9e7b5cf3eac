/**
 * Brings a database to this version's schema. The files of `schema/` and then those of `migrations/` are applied once,
 * in number order. Then all functions are replaced if any has changed. Processes do this one at a time.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { EmbeddedLog } from './embedded.ts'
import { reachability } from './reachability.ts'
import { grantAppRole } from './roles.ts'

export { appRole } from './roles.ts'

export type Migration = { name: string; sql: string }

export class ChangedMigration extends Error {
  override name = 'ChangedMigration'
}

export class NewerDatabase extends Error {
  override name = 'NewerDatabase'
}

export class EarlierDatabase extends Error {
  override name = 'EarlierDatabase'
}

/** The first migration of builds that did not have `schema/` yet. */
const firstOfEarlierBuilds = '0001_identity.sql'

/** One lock for the whole product, so that processes starting together migrate one after the other. */
const lockKey = 4_019_236

export type MigrateOptions = { url: string; log: EmbeddedLog; migrations?: Migration[]; functions?: Migration[] }

export async function migrate(options: MigrateOptions): Promise<void> {
  const migrations = options.migrations ?? migrationFiles()
  refuseSharedNumbers(migrations)
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'fairhouse migrations',
    ...reachability,
  })
  await client.connect().catch((error: Error & { code?: string }) => {
    // The error for a name with several addresses has no message.
    throw new Error(`The database (DATABASE_URL) cannot be reached: ${error.message || error.code}`)
  })
  try {
    await refuseOldServer(client)
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    const applied = await applyAll(client, migrations, options.log)
    const areReplaced = await replaceFunctions(client, options.functions ?? functionFiles())
    if (areReplaced) options.log.debug('database functions replaced')
    if (applied > 0 || areReplaced) await grantAppRole(client, options.log)
  } finally {
    await client.end()
  }
}

export function migrationFiles(): Migration[] {
  return ['./schema/', './migrations/'].flatMap((folder) => sqlFiles(fileURLToPath(new URL(folder, import.meta.url))))
}

/** Functions are edited in place: their files always contain the current version. */
export function functionFiles(): Migration[] {
  return sqlFiles(fileURLToPath(new URL('./functions/', import.meta.url)))
}

function sqlFiles(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(`${folder}/${name}`, 'utf8') }))
}

export function refuseSharedNumbers(migrations: Migration[]): void {
  const names = new Map<string, string>()
  for (const { name } of migrations) {
    const number = name.split('_')[0]!
    const other = names.get(number)
    if (other)
      throw new Error(`Migrations ${other} and ${name} have the same number; give the newer one the next free number.`)
    names.set(number, name)
  }
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
  if (known.has(firstOfEarlierBuilds) && !migrations.some(({ name }) => name === firstOfEarlierBuilds))
    throw new EarlierDatabase(
      'The database was made by a build from before the first release, and cannot be upgraded: start with an empty ' +
        'database (DATABASE_URL), or with another DATA_DIR.',
    )
  const names = new Set(migrations.map(({ name }) => name))
  const newer = rows.map(({ name }) => name).filter((name) => !names.has(name))
  if (newer.length > 0)
    throw new NewerDatabase(
      `The database was changed by a newer version of the product (${newer.toSorted().join(', ')}), which this one ` +
        'does not know. Start that version, or restore the backup from before the upgrade.',
    )
  let applied = 0
  for (const { name, sql } of migrations) {
    const checksum = checksumOf(sql)
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

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Drops all previous functions and creates those of this version, in file order and in one transaction, so that a
 * running process sees either all old or all new ones. False if nothing has changed.
 */
async function replaceFunctions(client: pg.Client, files: Migration[]): Promise<boolean> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS public.schema_functions (checksum text NOT NULL, signatures text[] NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  const { rows } = await client.query<{ checksum: string; signatures: string[] }>(
    'SELECT checksum, signatures FROM public.schema_functions',
  )
  const checksum = checksumOf(files.map(({ name, sql }) => `${name}\n${sql}`).join('\n'))
  if (rows[0]?.checksum === checksum) return false
  await client.query('BEGIN')
  try {
    for (const signature of rows[0]?.signatures ?? []) await client.query(`DROP ROUTINE IF EXISTS ${signature}`)
    const before = await signatures(client)
    for (const file of files) await runFunctions(client, file)
    const added = (await signatures(client)).filter((signature) => !before.includes(signature))
    await client.query('DELETE FROM public.schema_functions')
    await client.query('INSERT INTO public.schema_functions (checksum, signatures) VALUES ($1, $2)', [checksum, added])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  return true
}

async function runFunctions(client: pg.Client, { name, sql }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    throw new Error(`Functions of ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Every routine outside PostgreSQL's own schemas, named so that it can be dropped. */
async function signatures(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(
    `SELECT format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) AS signature
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
  )
  return rows.map(({ signature }) => signature)
}
