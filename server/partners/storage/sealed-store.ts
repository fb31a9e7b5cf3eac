/** Encrypts what is stored, and verifies what is read, over any place for bytes. */
import { Readable } from 'node:stream'
import type { FileStore, StoredFile } from './port.ts'
import { nameForm, type RawFile, type RawFiles, unfinished } from './raw-files.ts'
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

export type StoreKeys = {
  /** 64 hexadecimal characters. */
  key: string
  /** Former keys, with which older files are read. */
  formerKeys?: readonly string[]
  randomBytes: (size: number) => Uint8Array
}

/** `version`: the index of its key among the store's keys. */
type OpenedFile = StoredFile & { version: number }

export function createSealedStore(files: RawFiles, { key, formerKeys = [], randomBytes }: StoreKeys): FileStore {
  const rootKey = Buffer.from(key, 'hex')
  const rootKeys = [rootKey, ...formerKeys.map((former) => Buffer.from(former, 'hex'))]
  let isMarked = false
  const openFile = async (name: string): Promise<OpenedFile | null> => {
    const file = await files.open(checked(name))
    if (!file) return null
    try {
      return await openSealed(file, (salt) => rootKeys.map((root) => fileKey(root, salt, name)))
    } catch (error) {
      await file.close()
      throw error
    }
  }
  const store: FileStore = {
    async put(name, bytes) {
      if (!isMarked && (await files.readMark()) === null) await files.writeMark('')
      isMarked = true
      const salt = Buffer.from(randomBytes(16))
      const sealing = sealed(bytes, salt, fileKey(rootKey, salt, checked(name)))
      await files.write(name, sealing.bytes)
      return sealing.size()
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
    async remove(name) {
      checked(name.replace(unfinished, ''))
      await files.remove(name)
    },
    list: async () => ((await files.readMark()) === null ? null : files.list()),
    readMark: () => files.readMark(),
    writeMark: (text) => files.writeMark(text),
  }
  return store
}

function checked(name: string): string {
  if (!nameForm.test(name)) throw new Error('the name of a stored file must be a UUID')
  return name
}

/** The sealed bytes, and the size of the contents once they were all read. */
function sealed(contents: AsyncIterable<Buffer>, salt: Buffer, key: Buffer) {
  let size = 0
  const bytes = async function* (): AsyncGenerator<Buffer> {
    yield makeHead(salt)
    let index = 0
    for await (const { piece, isLast } of pieces(contents)) {
      yield seal(key, index++, isLast, piece)
      size += piece.length
    }
  }
  return { bytes: bytes(), size: () => size }
}

async function openSealed(file: RawFile, keysOf: (salt: Buffer) => Buffer[]): Promise<OpenedFile> {
  const { length } = file
  const readPiece = (index: number): Promise<Buffer> => {
    const { start, end } = placeOf(index, length)
    return file.read(start, end)
  }
  const keys = keysOf(saltOf(await file.read(0, Math.min(headLength, length))))
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
      await file.close()
    }
  }
  return { version, size, read, stream: () => Readable.from(all(), { objectMode: false }), close: () => file.close() }
}

/** The index of the key that decrypts the first piece; 0 if none does, so that reading throws. */
function versionOf(keys: Buffer[], isLast: boolean, sealedPiece: Buffer): number {
  const version = keys.findIndex((key) => {
    try {
      unseal(key, 0, isLast, sealedPiece)
      return true
    } catch {
      return false
    }
  })
  return Math.max(0, version)
}
