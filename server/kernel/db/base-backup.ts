/**
 * An online copy of the embedded PostgreSQL by its base backup protocol. Files may change while they are copied; the
 * WAL written meanwhile is copied last, and replaying it at the copy's start makes the copy consistent.
 */
import { chownSync, type Stats } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Directories whose files belong to the running server; copied empty. */
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
  /** A superuser connection, which the backup requires. */
  url: string
  cluster: string
  /** Created by the backup; must not exist. */
  target: string
}

/** The copy contains everything committed before the call. A failed copy is removed. */
export async function baseBackup({ url, cluster, target }: BaseBackup): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  const client = new pg.Client({ connectionString: url, application_name: 'fairhouse backup' })
  try {
    await client.connect()
    // Temporary: it ends with the connection; until then the server retains its WAL from the start of the copy.
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
    copyOwner(label, await lstat(cluster))
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** Symbolic links are skipped: a cluster without its own tablespaces has none. */
async function copyTree(from: string, to: string): Promise<void> {
  const state = await lstat(from)
  copyOwner(to, state)
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

/**
 * A server starts only with the subdirectories present; slots are directories too, but belong to the running server.
 */
async function copyFolders(from: string, to: string): Promise<void> {
  copyOwner(to, await lstat(from))
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!entry.isDirectory() || from.endsWith('pg_replslot')) continue
    await mkdir(join(to, entry.name), { mode: 0o700 })
    copyOwner(join(to, entry.name), await lstat(join(from, entry.name)))
  }
}

async function copyLog(cluster: string, target: string, first: string, last: string): Promise<void> {
  const names = (await readdir(join(cluster, 'pg_wal'))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  )
  if (!names.includes(first) || !names.includes(last))
    throw new Error('Part of the WAL needed for the backup has been removed.')
  for (const name of names) await copyOne(join(cluster, 'pg_wal', name), join(target, 'pg_wal', name))
}

/**
 * Copies a file that may have disappeared: the WAL removes a table that was dropped meanwhile from the copy as well.
 */
async function copyOne(from: string, to: string): Promise<void> {
  try {
    const state = await lstat(from)
    await copyFile(from, to)
    copyOwner(to, state)
    await chmod(to, state.mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  await using file = await open(to, 'r')
  await file.sync()
}

/** PostgreSQL refuses a directory owned by another user; without root, the copier owns what it copies anyway. */
function copyOwner(path: string, { uid, gid }: Stats): void {
  if (process.getuid?.() === 0) chownSync(path, uid, gid)
}

function firstSegment(label: string): string {
  const name = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
  if (!name) throw new Error('PostgreSQL did not report where the backup begins.')
  return name
}
