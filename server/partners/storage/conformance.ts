/**
 * Requirements for every file store. A store's test calls this with the means to create one and to read its raw files.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FileStore, StoredFile } from './port.ts'

export type StoreBench = {
  /** A store in a location of its own. */
  make(): FileStore
  /** Replaces the raw bytes stored under a name, without using the store. */
  tamper(name: string, change: (raw: Buffer) => Buffer): void
  /** Copies the raw bytes of one name to another. */
  swap(from: string, to: string): void
  raw(name: string): Buffer
}

async function* inChunks(bytes: Buffer, of: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += of) yield bytes.subarray(at, at + of)
}

export async function readAll(file: StoredFile): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of file.stream() as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

export function fileStoreConformance(bench: () => StoreBench): void {
  test.each([0, 1, 65_535, 65_536, 65_537, 200_000])(
    '%i bytes are read back unchanged, whole and in pieces',
    async (size) => {
      const store = bench().make()
      const [name, bytes] = [randomUUID(), randomBytes(size)]
      expect(await store.put(name, inChunks(bytes, 50_000))).toBe(size)
      expect((await readAll((await store.open(name))!)).equals(bytes)).toBe(true)
      const file = (await store.open(name))!
      expect(file.size).toBe(size)
      for (const [offset, length] of [
        [0, 10],
        [65_530, 20],
        [size - 1, 5],
        [size, 5],
      ] as const) {
        if (offset >= 0)
          expect((await file.read(offset, length)).equals(bytes.subarray(offset, offset + length))).toBe(true)
      }
      await file.close()
    },
  )

  test('stored files do not reveal their contents, and equal contents are stored differently', async () => {
    const store = bench().make()
    const [one, two] = [randomUUID(), randomUUID()]
    const bytes = Buffer.from('a passport of Dana Demo '.repeat(100))
    await store.put(one, inChunks(bytes, 999))
    await store.put(two, inChunks(bytes, 999))
    expect(bench().raw(one).includes('passport')).toBe(false)
    expect(bench().raw(one).subarray(4).equals(bench().raw(two).subarray(4))).toBe(false)
  })

  test('a changed byte, a missing piece and a file under another name are refused, never read', async () => {
    const store = bench().make()
    const names = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const
    for (const name of names) await store.put(name, inChunks(randomBytes(150_000), 64_000))
    bench().tamper(names[0], (raw) => {
      raw[raw.length - 30]! ^= 1
      return raw
    })
    bench().tamper(names[1], (raw) => raw.subarray(0, 20 + 2 * (65_536 + 16)))
    bench().swap(names[3], names[2])
    for (const name of names.slice(0, 3))
      await expect(store.open(name).then((file) => readAll(file!))).rejects.toThrow()
  })

  test('an interrupted write leaves no file that can be opened', async () => {
    const store = bench().make()
    const name = randomUUID()
    await expect(
      store.put(
        name,
        (async function* () {
          yield randomBytes(100_000)
          throw new Error('connection lost')
        })(),
      ),
    ).rejects.toThrow('connection lost')
    expect(await store.open(name)).toBeNull()
    expect(await store.list()).toEqual([])
  })

  test('a removed file no longer exists, and removing it again succeeds', async () => {
    const store = bench().make()
    const name = randomUUID()
    await store.put(name, inChunks(randomBytes(10), 10))
    expect((await store.list())?.map((entry) => entry.name)).toEqual([name])
    await store.remove(name)
    await store.remove(name)
    expect(await store.open(name)).toBeNull()
    expect(await store.list()).toEqual([])
  })

  test('only UUIDs are names, and an unused location is reported as such', async () => {
    const store = bench().make()
    for (const name of ['../secret', 'a', '', '/etc/passwd', `${randomUUID()}/../x`])
      await expect(store.put(name, inChunks(Buffer.from('x'), 1))).rejects.toThrow()
    expect(await bench().make().list()).toBeNull()
  })
}
