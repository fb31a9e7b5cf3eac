import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawings } from '../art/tiles.ts'
import { mountStudioPages } from './mount.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-studio-'))
const source = 'export const reels = [1, 2, 3]\n'.repeat(100)
let app: FastifyInstance
beforeAll(async () => {
  writeFileSync(join(folder, 'main-a1b2.js'), source)
  writeFileSync(join(folder, 'main-a1b2.map'), '{}')
  app = fastify()
  await mountStudioPages(app, { folder })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('a built file is compressed for clients that accept brotli, each time with the same bytes', async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(() => get('/studio/assets/main-a1b2.js', { 'accept-encoding': 'gzip, br' })),
  )
  expect(first!.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  })
  expect(first!.rawPayload.length).toBeLessThan(source.length / 10)
  expect(String(brotliDecompressSync(first!.rawPayload))).toBe(source)
  expect(second!.rawPayload).toEqual(first!.rawPayload)
})

test('other clients get it as it is, and files that are not assets are not served', async () => {
  const plain = await get('/studio/assets/main-a1b2.js', { 'accept-encoding': 'gzip' })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.body).toBe(source)
  expect((await get('/studio/assets/main-a1b2.map')).statusCode).toBe(404)
})

// Shows: change 36
test('a file of a build that was made since the start is served: the page may come from a newer process', async () => {
  expect((await get('/studio/assets/main-c3d4.js')).statusCode).toBe(404)
  writeFileSync(join(folder, 'main-c3d4.js'), source)
  expect((await get('/studio/assets/main-c3d4.js')).body).toBe(source)
  for (const name of ['..%2Fmain-a1b2.js', '.vite%2Fmanifest.js', '%00.js', '..js'])
    expect([name, (await get(`/studio/assets/${name}`)).statusCode]).toEqual([name, 404])
})

test("a game's tile is served compressed", async () => {
  const tile = await get('/studio/art/dice/tile.svg', { 'accept-encoding': 'br' })
  expect(tile.headers['content-type']).toContain('image/svg+xml')
  expect(String(brotliDecompressSync(tile.rawPayload))).toContain('<svg')
})

test("a game's tile as a picture is cached permanently under an address with the hash of its drawing", async () => {
  const address = `/studio/art/dice/tile-216.webp`
  const current = await get(`${address}?v=${drawings().dice}`)
  expect(current.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': expect.stringContaining('immutable') as string,
  })
  expect(current.rawPayload.toString('latin1', 8, 12)).toBe('WEBP')
  for (const other of [address, `${address}?v=00000000`])
    expect((await get(other)).headers['cache-control']).toBe('public, max-age=86400')
  for (const absent of ['/studio/art/none/tile-216.webp', '/studio/art/dice/tile-217.webp'])
    expect((await get(absent)).statusCode).toBe(404)
})
