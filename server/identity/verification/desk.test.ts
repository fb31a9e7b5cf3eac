/** Documents at the desk: who sees and decides them, two operators at once, and a player who deletes one meanwhile. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskStore } from '#server/partners/storage/disk.ts'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-desk-documents-'))
let desk: TestDesk
let rita: DeskPerson
let rob: DeskPerson
let audrey: DeskPerson
beforeAll(async () => {
  desk = await testDesk({
    deps: (deps) => ({
      partners: { ...deps.partners, storage: createDiskStore({ folder, key: 'a1'.repeat(32), randomBytes }) },
    }),
  })
  rita = await desk.person('rita', 'risk')
  rob = await desk.person('rob', 'risk')
  audrey = await desk.person('audrey', 'auditor')
})
afterAll(async () => {
  await desk.close()
  rmSync(folder, { recursive: true, force: true })
})

async function newPlayer(): Promise<string> {
  const id = randomUUID()
  await desk.app.db.asOwner(
    `INSERT INTO identity.players (id, email, first_name, last_name, country, currency, locale, details, created_at, updated_at)
     VALUES ($1, $2, 'Ada', 'Byron', 'DE', 'EUR', 'en', '{"birthdate": "1985-12-10"}', $3, $3)`,
    [id, `${id}@example.test`, desk.app.deps.clock.now()],
  )
  return id
}

async function newDocument(
  playerId: string,
  { bytes = Buffer.from('bytes of a picture'), mimeType = 'image/png', name = 'passport.png' } = {},
): Promise<string> {
  const id = randomUUID()
  await desk.app.deps.partners.storage.put(id, Readable.from([bytes]))
  await desk.app.db.asOwner(
    `INSERT INTO verification.documents (id, player_id, type, name, mime_type, size, created_at) VALUES ($1, $2, 'identity', $3, $4, $5, $6)`,
    [id, playerId, name, mimeType, bytes.length, desk.app.deps.clock.now()],
  )
  return id
}

const read = (id: string, by = rita) => by.call({ url: `/api/documents/${id}` })
const decide = (id: string, body: object, by = rita) =>
  by.call({ method: 'POST', url: `/api/documents/${id}/decision`, body: { seen: null, ...body } })
const acts = async (playerId: string) =>
  (
    await desk.app.db.asOwner('SELECT actor, action, detail FROM identity.audit WHERE player_id = $1 ORDER BY id', [
      playerId,
    ])
  ).rows

test('a document is read beside its profile and decided; each reading and the decision is an act on the player', async () => {
  const playerId = await newPlayer()
  const id = await newDocument(playerId)
  const listed = await rita.call({ url: '/api/documents' })
  expect(listed.body.documents.map((each: { id: string }) => each.id)).toContain(id)
  expect((await read(id, audrey)).body).toMatchObject({
    document: { id, state: 'pending', decidedAt: null },
    player: { id: playerId, firstName: 'Ada', lastName: 'Byron', details: { birthdate: '1985-12-10' } },
    others: [],
  })
  const file = await desk.server.inject({ url: `/api/documents/${id}/file`, headers: { cookie: audrey.cookie } })
  expect(file.rawPayload.toString()).toBe('bytes of a picture')
  expect(await decide(id, { decision: 'approved' })).toMatchObject({
    status: 200,
    body: { state: 'approved', decidedBy: 'rita' },
  })
  expect((await decide(id, { decision: 'approved' }, audrey)).status).toBe(403)
  expect(await acts(playerId)).toEqual([
    { actor: 'operator:audrey', action: 'document-read', detail: { document: id } },
    { actor: 'operator:audrey', action: 'document-saved', detail: { document: id } },
    {
      actor: 'operator:rita',
      action: 'document-decided',
      detail: { document: id, before: 'pending', after: 'approved' },
    },
  ])
})

test('of two operators who decide at once, one does, and the other reads who did what', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await newDocument(await newPlayer())
    const answers = await Promise.all([
      decide(id, { decision: 'approved' }, rita),
      decide(id, { decision: 'declined', reason: 'The name is cut off' }, rob),
    ])
    const [winner, loser] = answers[0].status === 200 ? answers : answers.toReversed()
    expect(winner!.status).toBe(200)
    expect([loser!.status, loser!.body.error]).toMatchObject([409, { name: 'decidedMeanwhile' }])
    const { decidedBy, state } = winner!.body
    expect(loser!.body.error.message).toBe(`${decidedBy} has ${state} this document meanwhile.`)
  }
})

test('a decision whose answer was lost can be sent again, and a wrong one be corrected by who has seen it', async () => {
  const playerId = await newPlayer()
  const id = await newDocument(playerId)
  const body = { decision: 'declined', reason: 'Too dark' }
  const first = await decide(id, body)
  expect((await decide(id, body)).body).toEqual(first.body)
  desk.forward(1000)
  const { decidedAt } = (await read(id, rob)).body.document
  expect((await decide(id, { decision: 'approved', seen: decidedAt }, rob)).body).toMatchObject({ state: 'approved' })
  expect((await acts(playerId)).filter(({ action }) => action === 'document-decided')).toHaveLength(2)
})

test('a document that its player deletes while it is open, and a missing reason, are refused in a sentence', async () => {
  const id = await newDocument(await newPlayer())
  expect((await decide(id, { decision: 'declined', reason: '  ' })).body.error.name).toBe('reasonMissing')
  await desk.app.db.asOwner('DELETE FROM verification.documents WHERE id = $1', [id])
  for (const answer of [await read(id), await decide(id, { decision: 'approved' })])
    expect([answer.status, answer.body.error.name]).toEqual([404, 'documentNotFound'])
})

test('a form that is open when the rights of its operator end decides nothing', async () => {
  const id = await newDocument(await newPlayer())
  const leaver = await desk.person('leaver', 'risk')
  expect((await read(id, leaver)).status).toBe(200)
  await desk.app.db.asOwner(`UPDATE operators.operators SET roles = '{support}' WHERE name = 'leaver'`)
  expect((await decide(id, { decision: 'approved' }, leaver)).body.error).toMatchObject({
    name: 'notPermitted',
    message: 'This needs the right players:decide, which your roles do not include',
  })
  expect((await read(id)).body.document.state).toBe('pending')
})

// Shows: ASVS 3.2.1
test('a page that was stored under the name of a picture is sent as an attachment that no browser executes', async () => {
  const bytes = Buffer.from('<!doctype html><script>document.title = "run"</script>')
  const id = await newDocument(await newPlayer(), { bytes, name: 'passport.png' })
  const { headers } = await desk.server.inject({ url: `/api/documents/${id}/file`, headers: { cookie: rita.cookie } })
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': expect.stringMatching(/^attachment;/),
    'cache-control': 'no-store',
  })
})

test('the queue has each document once, the longest waiting first, while documents come and go', async () => {
  const playerId = await newPlayer()
  const ids: string[] = []
  for (let each = 0; each < 60; each++) {
    ids.push(await newDocument(playerId))
    if (each % 2) desk.forward(10)
  }
  const first = (await rita.call({ url: '/api/documents' })).body
  await decide(first.documents[0].id, { decision: 'approved' })
  const added = await newDocument(playerId)
  const second = (await rita.call({ url: `/api/documents?after=${first.next}` })).body
  const seen = [...first.documents, ...second.documents].map(({ id }: { id: string }) => id)
  expect(new Set(seen).size).toBe(seen.length)
  expect(ids.filter((id) => !seen.includes(id))).toEqual([])
  expect(seen.at(-1)).toBe(added)
})
