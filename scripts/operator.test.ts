import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { jpeg } from '#tests/setup/papers.ts'
import { operate } from './operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-operator-'))
let house: TestApp
let said: string[]
let id: string
beforeAll(async () => { house = await testApp() })
afterAll(async () => {
  await house.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  said = []
  id = randomUUID()
  const [playerId, now] = [randomUUID(), house.deps.clock.now()]
  await house.db.asOwner(`INSERT INTO identity.players (id, email, country, currency, created_at, updated_at) VALUES ($1, $2, 'DE', 'EUR', $3, $3)`, [playerId, `${playerId}@example.test`, now])
  await house.deps.partners.storage.put(id, (async function* () { yield jpeg() })())
  await house.db.asOwner(`INSERT INTO verification.documents (id, player_id, type, name, mime_type, size, created_at) VALUES ($1, $2, 'identity', 'pass.jpg', 'image/jpeg', $3, $4)`, [id, playerId, jpeg().length, now])
})

const say = (line: string) => void said.push(line)
const run = (...words: string[]) => operate(words, async () => ({ ...house.deps, storage: house.deps.partners.storage, say, close: async () => {} }), say)
const status = async () => (await house.db.asOwner('SELECT status, comment FROM verification.documents WHERE id = $1', [id])).rows[0]

test('without a command it says which there are', async () => {
  for (const words of [[], ['documents'], ['documents', 'burn'], ['toString', 'call'], ['documents', 'constructor']]) expect(await run(...words)).toBe(2)
  expect(said[0]).toContain('documents approve <id>')
})

test('what waits is listed, saved as it was handed in, and accepted', async () => {
  expect(await run('documents', 'list')).toBe(0)
  expect(said.join('\n')).toContain(id)
  const path = join(folder, 'pass.jpg')
  expect(await run('documents', 'save', id, path)).toBe(0)
  expect(readFileSync(path).equals(jpeg())).toBe(true)
  expect(statSync(path).mode & 0o077).toBe(0)
  expect(await run('documents', 'save', id, path)).toBe(1)
  expect(await run('documents', 'approve', id)).toBe(0)
  expect(await status()).toEqual({ status: 2, comment: null })
  said = []
  await run('documents', 'list')
  expect(said.join()).not.toContain(id)
  await run('documents', 'list', 'approved')
  expect(said.join()).toContain(id)
})

test('declining needs a reason, which the player reads', async () => {
  expect(await run('documents', 'decline', id)).toBe(1)
  expect(await status()).toEqual({ status: 1, comment: null })
  expect(await run('documents', 'decline', id, 'The', 'photo', 'is', 'blurred')).toBe(0)
  expect(await status()).toEqual({ status: 3, comment: 'The photo is blurred' })
})

test('what is not there, and what is no id, changes nothing', async () => {
  for (const words of [['approve', randomUUID()], ['approve', 'x'], ['approve'], ['decline', randomUUID(), 'why'], ['save', randomUUID(), join(folder, 'no')], ['list', 'lost']]) {
    expect([words, await run('documents', ...words)]).toEqual([words, 1])
  }
})
