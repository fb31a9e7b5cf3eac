/**
 * A database belongs to one store of documents. In another one, the documents of all other processes would count as
 * lost, and those that this process takes could not be opened elsewhere.
 */
import { randomUUID } from 'node:crypto'
import { lockNamed } from '../../kernel/locks.ts'
import type { KernelDeps } from '../../deps.ts'
import { type FileStore, markName } from '../../partners/storage/port.ts'

/** Called at startup. The first start marks the store; a start with a store that lacks this mark throws. */
export async function acceptStore({ db, clock, settings }: KernelDeps, storage: FileStore): Promise<void> {
  // A drill's copy may have the live store, another copy of it, or none.
  if (settings.isDrill) return
  await db.transaction(async (tx) => {
    await lockNamed(tx, 'document store')
    const stored = (await storage.readMark().catch(asUnreadable(settings.documents)))?.trim()
    const row = await tx.selectFrom('verification.store').select('mark').executeTakeFirst()
    if (row && stored === row.mark) return
    if (row) throw new Error(refusal(settings.documents, row.mark))
    const mark = stored || randomUUID()
    if (!stored) await storage.writeMark(mark)
    await tx.insertInto('verification.store').values({ mark, since: clock.now() }).execute()
  })
}

/** Whether the store still is the one of the start: its folder may have been unmounted, or its bucket replaced. */
export async function isStoreOfDatabase({ db }: KernelDeps, storage: FileStore): Promise<boolean> {
  const row = await db.kysely.selectFrom('verification.store').select('mark').executeTakeFirst()
  return !row || (await storage.readMark())?.trim() === row.mark
}

type Place = KernelDeps['settings']['documents']
const nameOf = ({ bucket, folder }: Place): string =>
  bucket ? `DOCUMENTS_URL: ${bucket.url}` : `DOCUMENTS_DIR: ${folder}`

const refusal = (place: Place, mark: string): string =>
  `${nameOf(place)} is not the store of documents that this database belongs to. Set the shared folder or bucket of the other processes, or restore it. If its documents are lost for good, write ${mark} into the file ${markName} there.`

function asUnreadable(place: Place): (error: Error) => never {
  return (error) => {
    throw new Error(`${nameOf(place)} cannot be read: ${error.message}`)
  }
}
