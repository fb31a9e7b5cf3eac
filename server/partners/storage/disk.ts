/** Stores files in a folder of this machine, or one that several machines mount, outside everything that is served. */
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileStore, markName } from './port.ts'
import { nameForm, type RawFiles, unfinished } from './raw-files.ts'
import { createSealedStore, type StoreKeys } from './sealed-store.ts'

export type DiskStoreOptions = StoreKeys & { folder: string }

export function createDiskStore({ folder, ...keys }: DiskStoreOptions): FileStore {
  return createSealedStore(filesIn(folder), keys)
}

function filesIn(folder: string): RawFiles {
  const pathOf = (name: string): string => join(folder, name)
  return {
    /** A write succeeds only once it is on disk. */
    async write(name, bytes) {
      const part = pathOf(name + unfinished)
      try {
        const handle = await open(part, 'wx', 0o600)
        try {
          for await (const piece of bytes) await handle.appendFile(piece)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(part, pathOf(name))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async open(name) {
      const handle = await open(pathOf(name), 'r').catch(absent)
      if (!handle) return null
      return {
        length: (await handle.stat()).size,
        async read(start, end) {
          const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start)
          return buffer.subarray(0, bytesRead)
        },
        close: () => handle.close(),
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    // Fragments of interrupted writes are listed too, so that they are removed some day.
    async list() {
      const names = (await readdir(folder)).filter((name) => nameForm.test(name.replace(unfinished, '')))
      const found = await Promise.all(
        names.map(async (name) => ({ name, facts: await stat(pathOf(name)).catch(absent) })),
      )
      return found.flatMap(({ name, facts }) => (facts ? [{ name, writtenAt: facts.mtime }] : []))
    },
    readMark: () => readFile(pathOf(markName), 'utf8').catch(absent),
    async writeMark(text) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(pathOf(markName), text, { mode: 0o600 })
    },
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
