/**
 * A copy of the built-in PostgreSQL while it works, as PostgreSQL's own protocol for base backups has it: files are copied in any state,
 * and the log that was written meanwhile, copied last, makes one moment of them when the copy is started.
 */
import { chownSync, type Stats } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Folders whose files belong to the running server; they are copied empty. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const skipped = /^(postmaster\.(pid|opts)|backup_label|tablespace_map|pg_internal\.init|pgsql_tmp.*|\.s\.PGSQL.*)$/

export type BaseBackup = {
  /** A connection of the server's owner, who alone may do this. */
  url: string
  cluster: string
  /** Made by this, and must not be there. */
  target: string
}

/** Everything that was committed before the call is in the copy. A copy that failed is removed. */
export async function baseBackup({ url, cluster, target }: BaseBackup): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  const client = new pg.Client({ connectionString: url, application_name: 'fairhouse backup' })
  try {
    await client.connect()
    // Ends with the connection; until then the server keeps its log from the beginning of the copy on.
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [
      `fairhouse_backup_${process.pid}`,
    ])
    await client.query(`SELECT pg_backup_start('fairhouse', true)`)
    await copyTree(cluster, target)
    const {
      rows: [stopped],
    } = await client.query<{ labelfile: string; last: string }>(
      'SELECT labelfile, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)',
    )
    await copyLog(cluster, target, firstSegment(stopped!.labelfile), stopped!.last)
    const label = join(target, 'backup_label')
    await writeFile(label, stopped!.labelfile, { mode: 0o600, flush: true })
    giveLike(label, await lstat(cluster))
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** Links are left out: there are none in a cluster without tablespaces of its own. */
async function copyTree(from: string, to: string): Promise<void> {
  const state = await lstat(from)
  giveLike(to, state)
  await chmod(to, state.mode)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (skipped.test(entry.name)) continue
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isFile()) await copyOne(source, copy)
    if (!entry.isDirectory()) continue
    await mkdir(copy, { mode: 0o700 })
    if (emptied.has(entry.name)) await copyFolders(source, copy)
    else await copyTree(source, copy)
  }
}

/** A server starts only with the folders within; a slot is a folder too, but of the one that runs. */
async function copyFolders(from: string, to: string): Promise<void> {
  giveLike(to, await lstat(from))
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!entry.isDirectory() || from.endsWith('pg_replslot')) continue
    await mkdir(join(to, entry.name), { mode: 0o700 })
    giveLike(join(to, entry.name), await lstat(join(from, entry.name)))
  }
}

async function copyLog(cluster: string, target: string, first: string, last: string): Promise<void> {
  const names = (await readdir(join(cluster, 'pg_wal'))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  )
  if (!names.includes(first) || !names.includes(last)) throw new Error('The log of the backup is not whole any more.')
  for (const name of names) await copyOne(join(cluster, 'pg_wal', name), join(target, 'pg_wal', name))
}

/** A table dropped meanwhile is gone from the copy too, once its log has been read. */
async function copyOne(from: string, to: string): Promise<void> {
  try {
    const state = await lstat(from)
    await copyFile(from, to)
    giveLike(to, state)
    await chmod(to, state.mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  await using file = await open(to, 'r')
  await file.sync()
}

/** PostgreSQL refuses a folder of another user; who is not root owns what it copies anyway. */
function giveLike(path: string, { uid, gid }: Stats): void {
  if (process.getuid?.() === 0) chownSync(path, uid, gid)
}

function firstSegment(label: string): string {
  const name = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
  if (!name) throw new Error('PostgreSQL did not say where the backup begins.')
  return name
}
