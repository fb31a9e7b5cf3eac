import { randomBytes, randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileStoreConformance, readAll, type StoreBench } from './conformance.ts'
import { createS3Store } from './s3.ts'

const directory = mkdtempSync(join(tmpdir(), 'fairhouse-s3-'))
const buckets = Array.from({ length: 20 }, (_, number) => `documents-${number}`)
// The keys that this server always has.
const keys = { accessKey: 'S3RVER', secretKey: 'S3RVER', region: 'us-east-1' }
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory,
  configureBuckets: buckets.map((name) => ({ name, configs: [] })),
})
let address = ''
beforeAll(async () => {
  const { port } = await server.run()
  address = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

const key = 'ab'.repeat(32)
let used = -1
const storeIn = (name: string, changes = {}) =>
  createS3Store({ bucket: { url: `${address}/${name}`, ...keys, ...changes }, key, randomBytes })
const fileOf = (name: string) => join(directory, buckets[used]!, `${name}._S3rver_object`)
const bench: StoreBench = {
  make: () => storeIn(buckets[++used]!),
  tamper: (name, change) => writeFileSync(fileOf(name), change(readFileSync(fileOf(name)))),
  swap: (from, to) => copyFileSync(fileOf(from), fileOf(to)),
  raw: (name) => readFileSync(fileOf(name)),
}
async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

describe('the store in a bucket', () => {
  fileStoreConformance(() => bench)

  test('what one process wrote is read, listed and removed by another', async () => {
    const name = randomUUID()
    const one = bench.make()
    const other = storeIn(buckets[used]!)
    await one.put(name, bytesOf('a passport'))
    expect((await readAll((await other.open(name))!)).toString()).toBe('a passport')
    await other.remove(name)
    expect(await one.open(name)).toBeNull()
  })

  test.each([
    ['an unknown access key', () => storeIn(buckets[0]!, { accessKey: 'unknown' })],
    ['a bucket that does not exist', () => storeIn('no-such-bucket')],
  ])('with %s, nothing counts as written or as absent', async (_, make) => {
    const store = make()
    await expect(store.put(randomUUID(), bytesOf('x'))).rejects.toThrow()
    await expect(store.open(randomUUID())).rejects.toThrow()
    await expect(store.list()).rejects.toThrow()
  })

  test('a service that is away is an error, never an absent file', async () => {
    const reserved = createServer().listen(0, '127.0.0.1')
    await once(reserved, 'listening')
    const { port } = reserved.address() as { port: number }
    reserved.close()
    const store = createS3Store({ bucket: { url: `http://127.0.0.1:${port}/documents`, ...keys }, key, randomBytes })
    await expect(store.open(randomUUID())).rejects.toThrow()
    await expect(store.remove(randomUUID())).rejects.toThrow()
    await expect(store.list()).rejects.toThrow()
  })
})
