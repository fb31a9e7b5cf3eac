import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type StoreBench, fileStoreConformance, readAll } from './conformance.ts'
import { createDiskStore } from './disk.ts'

const root = mkdtempSync(join(tmpdir(), 'fairhouse-store-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const key = 'ab'.repeat(32)
let folder = ''
const bench: StoreBench = {
  make: () =>
    createDiskStore({ folder: (folder = join(mkdtempSync(join(root, 'f-')), 'documents')), key, randomBytes }),
  tamper: (name, change) => writeFileSync(join(folder, name), change(readFileSync(join(folder, name)))),
  swap: (from, to) => copyFileSync(join(folder, from), join(folder, to)),
  raw: (name) => readFileSync(join(folder, name)),
}

describe('the store on disk', () => {
  fileStoreConformance(() => bench)

  // Shows: ASVS 13.3.2
  test('other users of the machine can read neither folder nor files', async () => {
    const store = bench.make()
    const name = '00000000-0000-4000-8000-000000000001'
    await store.put(
      name,
      (async function* () {
        yield Buffer.from('x')
      })(),
    )
    expect(statSync(folder).mode & 0o077).toBe(0)
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  })

  // Shows: ASVS 11.3.3
  test('another key opens no file', async () => {
    const name = '00000000-0000-4000-8000-000000000002'
    await bench.make().put(
      name,
      (async function* () {
        yield Buffer.from('x')
      })(),
    )
    const otherStore = createDiskStore({ folder, key: 'cd'.repeat(32), randomBytes })
    await expect(otherStore.open(name).then((file) => readAll(file!))).rejects.toThrow()
  })
})
