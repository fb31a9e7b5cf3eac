/** Stores files in a folder of this machine, outside everything that is served. */
import { mkdir, open, readdir, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FileStore, StoredFile } from './port.ts'
import {
  fileKey,
  headLength,
  makeHead,
  pieceLength,
  pieces,
  piecesOf,
  placeOf,
  saltOf,
  seal,
  sizeOf,
  unseal,
} from './sealed-file.ts'

export type DiskStoreOptions = {
  folder: string
  /** 64 hexadecimal characters. */
  key: string
  /** Former keys, with which older files are read. */
  formerKeys?: readonly string[]
  randomBytes: (size: number) => Uint8Array
}

/** `version`: the index of its key among the store's keys. */
type OpenedFile = StoredFile & { version: number }

const nameForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const unfinished = '.part'
/** Distinguishes an empty folder from one that is not mounted. */
const markFile = '.fairhouse-documents'

export function createDiskStore({ folder, key, formerKeys = [], randomBytes }: DiskStoreOptions): FileStore {
  const rootKey = Buffer.from(key, 'hex')
  const rootKeys = [rootKey, ...formerKeys.map((former) => Buffer.from(former, 'hex'))]
  const pathOf = (name: string): string => {
    if (!nameForm.test(name.replace(unfinished, ''))) throw new Error('the name of a stored file must be a UUID')
    return join(folder, name)
  }
  const openFile = async (name: string): Promise<OpenedFile | null> => {
    const handle = await open(pathOf(name), 'r').catch(absent)
    if (!handle) return null
    try {
      return await openSealed(handle, (salt) => rootKeys.map((root) => fileKey(root, salt, name)))
    } catch (error) {
      await handle.close()
      throw error
    }
  }
  const store: FileStore = {
    async put(name, bytes) {
      await prepare(folder)
      const path = pathOf(name)
      try {
        const size = await writeSealed(path + unfinished, bytes, Buffer.from(randomBytes(16)), (salt) =>
          fileKey(rootKey, salt, name),
        )
        await rename(path + unfinished, path)
        return size
      } catch (error) {
        await rm(path + unfinished, { force: true })
        throw error
      }
    },
    open: openFile,
    async keyOf(name) {
      const file = await openFile(name)
      if (!file) return null
      const isReadable = await file.read(0, 1).then(
        () => true,
        () => false,
      )
      await file.close()
      return isReadable ? (file.version === 0 ? 'current' : 'former') : 'unreadable'
    },
    async renew(name) {
      const file = await openFile(name)
      if (file) await store.put(name, file.stream())
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async list() {
      if (!(await stat(join(folder, markFile)).catch(absent))) return null
      const names = (await readdir(folder)).filter((name) => nameForm.test(name.replace(unfinished, '')))
      const found = await Promise.all(
        names.map(async (name) => ({ name, facts: await stat(join(folder, name)).catch(absent) })),
      )
      return found.flatMap(({ name, facts }) => (facts ? [{ name, writtenAt: facts.mtime }] : []))
    },
  }
  return store
}

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, markFile), '', { flag: 'a', mode: 0o600 })
}

/** A write succeeds only once it is on disk. */
async function writeSealed(
  path: string,
  bytes: AsyncIterable<Buffer>,
  salt: Buffer,
  keyOf: (salt: Buffer) => Buffer,
): Promise<number> {
  const key = keyOf(salt)
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.appendFile(makeHead(salt))
    let size = 0
    let index = 0
    for await (const { piece, isLast } of pieces(bytes)) {
      await handle.appendFile(seal(key, index++, isLast, piece))
      size += piece.length
    }
    await handle.sync()
    return size
  } finally {
    await handle.close()
  }
}

async function openSealed(handle: FileHandle, keysOf: (salt: Buffer) => Buffer[]): Promise<OpenedFile> {
  const { size: length } = await handle.stat()
  const readAt = async (start: number, end: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start)
    return buffer.subarray(0, bytesRead)
  }
  const readPiece = (index: number): Promise<Buffer> => {
    const { start, end } = placeOf(index, length)
    return readAt(start, end)
  }
  const keys = keysOf(saltOf(await readAt(0, headLength)))
  const size = sizeOf(length)
  const count = piecesOf(length)
  const version = keys.length === 1 ? 0 : versionOf(keys, count === 1, await readPiece(0))
  const key = keys[version]!
  // Sequential reads request the same piece many times.
  let last: { index: number; piece: Buffer } | null = null
  const pieceAt = async (index: number): Promise<Buffer> => {
    if (last?.index === index) return last.piece
    last = { index, piece: unseal(key, index, index === count - 1, await readPiece(index)) }
    return last.piece
  }
  const read = async (offset: number, maxLength: number): Promise<Buffer> => {
    const parts: Buffer[] = []
    for (let at = offset, left = Math.min(maxLength, size - offset); left > 0;) {
      const part = (await pieceAt(Math.floor(at / pieceLength))).subarray(at % pieceLength, (at % pieceLength) + left)
      parts.push(part)
      at += part.length
      left -= part.length
    }
    return Buffer.concat(parts)
  }
  const all = async function* () {
    try {
      for (let index = 0; index < count; index++) yield await pieceAt(index)
    } finally {
      await handle.close()
    }
  }
  return { version, size, read, stream: () => Readable.from(all(), { objectMode: false }), close: () => handle.close() }
}

/** The index of the key that decrypts the first piece; 0 if none does, so that reading throws. */
function versionOf(keys: Buffer[], isLast: boolean, sealed: Buffer): number {
  const version = keys.findIndex((key) => {
    try {
      unseal(key, 0, isLast, sealed)
      return true
    } catch {
      return false
    }
  })
  return Math.max(0, version)
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
