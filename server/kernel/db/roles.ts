/**
 * The database role of the running product. It owns nothing: it reads everything, writes every module's tables, and
 * changes the ledger's only through the posting function.
 */
import pg from 'pg'
import type { EmbeddedLog } from './embedded.ts'
import { reachability } from './reachability.ts'

const role = 'fairhouse_app'

/** Schemas and tables that only the posting function writes, in whole or in part. */
const readOnlySchemas = ['ledger']
const restricted: Record<string, string> = {
  'wallet.accounts': 'SELECT, INSERT (id, player_id, currency, status), UPDATE (status, version)',
  'games.rounds': 'SELECT',
  // Records beside movements, which are never changed.
  'ledger.remainders': 'SELECT, INSERT',
}

export async function grantAppRole(client: pg.Client, log: EmbeddedLog): Promise<void> {
  if (!(await ensureRole(client))) {
    log.warn(
      'This database user may not create roles: the product runs as the owner of its tables. Triggers still refuse changes to ledger entries.',
    )
    return
  }
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'public') AND pg_has_role(nspowner, 'USAGE')`,
  )
  for (const { name } of rows) {
    const schema = pg.escapeIdentifier(name)
    const rights = readOnlySchemas.includes(name) ? 'SELECT' : 'SELECT, INSERT, UPDATE, DELETE'
    await client.query(`
      GRANT USAGE ON SCHEMA ${schema} TO ${role};
      GRANT ${rights} ON ALL TABLES IN SCHEMA ${schema} TO ${role};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role};`)
  }
  for (const [table, rights] of Object.entries(restricted)) {
    const { rows: found } = await client.query('SELECT to_regclass($1) AS found WHERE to_regclass($1) IS NOT NULL', [
      table,
    ])
    if (found.length > 0)
      await client.query(`REVOKE ALL ON ${table} FROM ${role}; GRANT ${rights} ON ${table} TO ${role}`)
  }
  // This right is granted last. It is checked on connecting, to make sure that the role has all its rights here.
  await client.query(`GRANT SELECT ON public.schema_migrations TO ${role}`)
}

/** Roles belong to the whole server, so another database's migration may create this one at the same time. */
async function ensureRole(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
          BEGIN CREATE ROLE ${role} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;
        END IF;
        -- From PostgreSQL 16 on, who creates a role may not yet take it.
        GRANT ${role} TO CURRENT_USER;
      END $$`)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return false
    throw error
  }
}

/** The role's name if this user may assume it and it has its rights here; otherwise null. */
export async function appRole(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'fairhouse start', ...reachability })
  await client.connect()
  try {
    await client.query(`SET ROLE ${role}`)
    await client.query('SELECT FROM public.schema_migrations LIMIT 1')
    return role
  } catch (error) {
    if (noSuchRole.has((error as { code?: string }).code ?? '')) return null
    throw error
  } finally {
    await client.end()
  }
}

/** Errors if the role does not exist, cannot be assumed, lacks rights, or the database is not migrated yet. */
const noSuchRole = new Set(['22023', '42704', '42501', '42P01'])
