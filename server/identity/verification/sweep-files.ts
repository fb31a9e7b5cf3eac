/**
 * Makes rows and files consistent after a crash: files to which no row refers are removed, documents without a file are
 * hidden until it is back. A file is stored before its row, and a row deleted before its file. An entirely empty store is
 * taken for one that is not mounted.
 */
import type { Deps } from '../../deps.ts'
import { isStoreOfDatabase } from './accept-store.ts'

/** Newer files may belong to an upload or a deletion in progress. */
const settledAfterMs = 3_600_000

export type Swept = { removed: number; lost: number; found: number }

export async function sweepFiles(deps: Deps): Promise<Swept> {
  const { db, clock, log, partners, lifecycles } = deps
  const before = new Date(clock.now().getTime() - settledAfterMs)
  // Files are listed before rows: a document created in between has a file that is missing in this list.
  const isOurs = await isStoreOfDatabase(deps, partners.storage)
  const files = isOurs ? await partners.storage.list() : null
  const rows = await db.kysely.selectFrom('verification.documents').select(['id', 'created_at', 'lost_at']).execute()
  if (files === null) {
    if (rows.length > 0)
      log.error({ documents: rows.length }, 'the store of documents is empty, not mounted, or another one')
    return { removed: 0, lost: 0, found: 0 }
  }
  const ofOthers = await Promise.all(lifecycles.map(async (module) => (await module.files?.(deps)) ?? []))
  const referenced = new Set([...rows.map(({ id }) => id), ...ofOthers.flat()])
  const orphans = files.filter(({ name, writtenAt }) => writtenAt < before && !referenced.has(name))
  for (const { name } of orphans) await partners.storage.remove(name)
  const existingFiles = new Set(files.map(({ name }) => name))
  const lost = rows
    .filter(({ id, created_at, lost_at }) => !lost_at && created_at < before && !existingFiles.has(id))
    .map(({ id }) => id)
  const found = rows.filter(({ id, lost_at }) => lost_at && existingFiles.has(id)).map(({ id }) => id)
  await mark(db, lost, clock.now())
  await mark(db, found, null)
  if (orphans.length > 0) log.warn({ removed: orphans.length }, 'files to which no row refers were removed')
  if (lost.length > 0) log.error({ documents: lost }, 'files of documents are missing')
  return { removed: orphans.length, lost: lost.length, found: found.length }
}

async function mark(db: Deps['db'], ids: string[], at: Date | null): Promise<void> {
  if (ids.length > 0)
    await db.kysely.updateTable('verification.documents').set({ lost_at: at }).where('id', 'in', ids).execute()
}
