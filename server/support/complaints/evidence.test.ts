/** The evidence of a complaint about a round: with seed and proof, and with every version of the terms until then. */
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorKeyPem } from '#server/kernel/sign-as-operator.ts'
import { lifecycle as gameLifecycle } from '../../play/games/module.ts'
import { type Casino, casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { deskEnvironment, deskOf, type DeskPerson } from '#tests/setup/desk.ts'
import complaints from './module.ts'

let fixture: Casino
let desk: Awaited<ReturnType<typeof deskOf>>
let rita: DeskPerson
let player: CasinoPlayer
beforeAll(async () => {
  fixture = await casino({ env: deskEnvironment, routes: complaints.routes! })
  fixture.deps.lifecycles.push(gameLifecycle)
  desk = await deskOf(fixture.deps, fixture.app.moveClock)
  rita = await desk.person('rita', 'risk')
  player = await fixture.player()
})
afterAll(async () => {
  await desk.close()
  await fixture.close()
})

type Record = { record: string; data: any }
type Evidence = { records: Record[]; isSigned: boolean; digest: string }

async function evidenceOf(id: string): Promise<Evidence> {
  const saved = await desk.server.inject({
    url: `/api/complaints/${id}/evidence`,
    headers: { cookie: rita.cookie, 'x-desk-token': rita.forgeryToken },
  })
  expect(saved.statusCode).toBe(200)
  const lines = saved.body.trimEnd().split('\n')
  const signed = Buffer.from(`${lines.slice(0, -1).join('\n')}\n`)
  const { signature } = JSON.parse(lines.at(-1)!)
  const key = createPublicKey(operatorKeyPem(fixture.deps.settings))
  return {
    records: lines.slice(1, -2).map((line) => JSON.parse(line)),
    isSigned: verify('sha256', signed, key, Buffer.from(signature, 'base64')),
    digest: createHash('sha256').update(saved.body).digest('hex'),
  }
}
const all = ({ records }: Evidence, name: string) =>
  records.filter(({ record }) => record === name).map(({ data }) => data)

async function playDice(token: string): Promise<string> {
  fixture.app.moveClock(2_500)
  const { status, body } = await fixture.studioApi('POST', 'play', token, {
    playId: randomUUID(),
    stake: 100,
    choice: { direction: 'under', target: 4_950 },
  })
  expect([status, body.error]).toEqual([200, undefined])
  return body.round.id
}
const file = async (about: object | null = null, text = 'It paid too little.') => {
  const { status, body } = await fixture.app.send({
    method: 'POST',
    url: '/api/support/complaints',
    token: player.token,
    payload: { id: randomUUID(), category: 'games', about, text },
  })
  expect(status).toBe(200)
  return body.id as string
}

test('a round that it is about comes first, with its seed and proof once they are revealed, and never before', async () => {
  const token = await fixture.launch('dice', { player })
  const about = await playDice(token)
  const later = await playDice(token)
  const id = await file({ kind: 'round', id: about })
  const before = await evidenceOf(id)
  expect(before.isSigned).toBe(true)
  expect(all(before, 'fairness').map(({ round }) => round)).toEqual([about, later])
  const secret = (await fixture.app.db.asOwner('SELECT server_seed FROM studio.seeds WHERE owner = $1', [player.id]))
    .rows
  expect(secret.length).toBeGreaterThan(0)
  for (const { server_seed: seed } of secret) expect(JSON.stringify(before.records)).not.toContain(seed)
  await fixture.studioApi('POST', 'seeds', token, {})
  const after = await evidenceOf(id)
  const [first] = all(after, 'fairness')
  const { body: round } = await fixture.app.send({ method: 'GET', url: `/api/game/rounds/${about}` })
  expect(round.serverSeed).toMatch(/^[\da-f]{64}$/)
  expect(JSON.stringify(first)).toContain(round.serverSeed)
  expect(JSON.stringify(first)).toContain(round.drawn.proof)
  expect(all(after, 'entry').filter(({ kind }) => kind === 'bet')).toHaveLength(2)
})

test('names every version of the terms until the complaint, and none that came later', async () => {
  const { db } = fixture.app
  const edit = (version: number, at: string, title: string) =>
    db.asOwner(
      `INSERT INTO content.versions (path, version, data, at, actor, comment) VALUES ('en/pages/terms', $1, $2, $3, 'olga', 'test')`,
      [version, JSON.stringify({ title }), at],
    )
  const shipped = all(await evidenceOf(await file(null, 'one')), 'terms')
  expect(shipped).toEqual([expect.objectContaining({ locale: 'en', version: 0, inForceFrom: null })])
  expect(shipped[0].text.title).toBe('Terms of use')
  await edit(1, new Date(fixture.deps.clock.now().getTime() - 1000).toISOString(), 'Terms, edited')
  const second = await file(null, 'two')
  await edit(2, new Date(fixture.deps.clock.now().getTime() + 60_000).toISOString(), 'Terms, edited again')
  const terms = all(await evidenceOf(second), 'terms')
  // The player registered before the first edit, when the text of the build applied.
  expect(terms.map(({ version, text }) => [version, text?.title ?? null])).toEqual([
    [0, null],
    [1, 'Terms, edited'],
  ])
  expect(Date.parse(terms[0].registeredAt)).toBeLessThan(Date.parse(terms[1].inForceFrom))
})

test('the digest of the file that was exported is in the audit log', async () => {
  const { digest, isSigned } = await evidenceOf(await file(null, 'three'))
  expect(isSigned).toBe(true)
  const { rows } = await fixture.app.db.asOwner(
    `SELECT detail ->> 'sha256' AS sha256 FROM identity.audit WHERE action = 'complaint-evidence-saved' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([{ sha256: digest }])
})
