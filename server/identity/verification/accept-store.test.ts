import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDiskStore } from '#server/partners/storage/disk.ts'
import { type FileStore, markName } from '#server/partners/storage/port.ts'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { acceptStore } from './accept-store.ts'
import { sweepFiles } from './sweep-files.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairhouse-stores-'))
  await app.db.asOwner('DELETE FROM verification.store')
  await app.db.asOwner('DELETE FROM verification.documents')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const pathOf = (name: string) => join(folder, name)
const storeAt = (name: string): FileStore =>
  createDiskStore({ folder: pathOf(name), key: 'a1'.repeat(32), randomBytes })
const accept = (name: string, settings = {}) =>
  acceptStore({ ...app.deps, settings: { ...app.deps.settings, ...settings } }, storeAt(name))
const refusal = /is not the store of documents that this database belongs to/

test('the first start marks the store, and every later one with it is accepted', async () => {
  await accept('one')
  const mark = readFileSync(join(pathOf('one'), markName), 'utf8')
  expect(mark).toMatch(/^[0-9a-f-]{36}$/)
  await accept('one')
  expect(readFileSync(join(pathOf('one'), markName), 'utf8')).toBe(mark)
})

test('an empty store and the store of another database are refused, and left as they are', async () => {
  await accept('one')
  await expect(accept('empty')).rejects.toThrow(refusal)
  expect(await storeAt('empty').readMark()).toBeNull()
  await storeAt('other').writeMark('of another database')
  await expect(accept('other')).rejects.toThrow(refusal)
  expect(await storeAt('other').readMark()).toBe('of another database')
  await accept('one')
})

test('the refusal says how to accept that the documents are lost', async () => {
  await accept('one')
  const { message } = await accept('new').then(
    () => new Error('accepted'),
    (error: Error) => error,
  )
  const [, mark, name] = /write (\S+) into the file (\S+) there/.exec(message)!
  await storeAt('new').put(randomUUID(), oneByte())
  writeFileSync(join(pathOf('new'), name!), `${mark}\n`)
  await accept('new')
})

test('of two processes that start first at once with different stores, one is refused', async () => {
  const outcomes = await Promise.allSettled([accept('one'), accept('two')])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a store from before it was marked is taken over with its files', async () => {
  await storeAt('one').put(randomUUID(), oneByte())
  await accept('one')
  expect(await storeAt('one').list()).toHaveLength(1)
  await accept('one')
})

test('a restored copy starts with any store and marks none', async () => {
  await accept('one')
  await accept('any', { isDrill: true })
  expect(await storeAt('any').readMark()).toBeNull()
})

test('a store that cannot be read is named', async () => {
  const broken: FileStore = { ...storeAt('one'), readMark: () => Promise.reject(new Error('connection refused')) }
  await expect(acceptStore(app.deps, broken)).rejects.toThrow(/^DOCUMENTS_DIR: .* cannot be read: connection refused$/)
})

test('while a process has another store, no document counts as lost and no file is removed', async () => {
  await accept('one')
  await app.db.asOwner(
    `INSERT INTO verification.documents (id, player_id, type, name, mime_type, size, created_at)
     VALUES ($1, $2, 'other', 'a.png', 'image/png', 1, $3)`,
    [randomUUID(), randomUUID(), new Date(app.deps.clock.now().getTime() - 86_400_000)],
  )
  const sweepWith = (storage: FileStore) => sweepFiles({ ...app.deps, partners: { ...app.deps.partners, storage } })
  await storeAt('other').put(randomUUID(), oneByte())
  await storeAt('other').writeMark('of another database')
  expect(await sweepWith(storeAt('other'))).toEqual({ removed: 0, lost: 0, found: 0 })
  expect(await sweepWith(storeAt('unmounted'))).toEqual({ removed: 0, lost: 0, found: 0 })
  expect((await sweepWith(storeAt('one'))).lost).toBe(1)
})

async function* oneByte() {
  yield Buffer.from('x')
}
