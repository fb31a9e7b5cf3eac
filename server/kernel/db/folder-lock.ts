/**
 * A data folder has one owner. The lock is an operating-system lock on `owner.lock`, taken through SQLite, the only
 * locking call that Node provides. It ends with its process, so nothing must be cleaned up after a kill, and two starts
 * cannot both find a stale file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

export function lockFolder(folder: string): { release(): void } {
  const holderFile = join(folder, 'owner.pid')
  const lock = new DatabaseSync(join(folder, 'owner.lock'), { timeout: 200 })
  try {
    lock.exec('PRAGMA journal_mode=MEMORY; PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== 5) throw error
    throw new FolderInUse(
      `The data folder ${folder} is in use by process ${holderOf(holderFile)}: stop that one, or set DATA_DIR to another folder.`,
    )
  }
  writeFileSync(holderFile, `${process.pid}\n`)
  return { release: () => lock.close() }
}

function holderOf(holderFile: string): string {
  try {
    return readFileSync(holderFile, 'utf8').trim()
  } catch {
    return 'unknown (it is just starting)'
  }
}
