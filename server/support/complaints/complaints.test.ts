/** Complaints: who may file them, what happens once, and evidence that a stranger can check. */
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorKeyPem } from '#server/kernel/sign-as-operator.ts'
import { createInHouseStudio } from '#server/partners/game-studio/in-house-studio.ts'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { createFundedPlayer, type FundedPlayer } from '#tests/setup/funded-player.ts'
import { issueComplaintToken, readComplaintToken } from './access-token.ts'
import { lifecycle, removeOld } from './module.ts'

let desk: TestDesk
let sam: DeskPerson
let rita: DeskPerson
let player: FundedPlayer
beforeAll(async () => {
  desk = await testDesk({
    env: { DISPUTE_BODY: 'Gaming Ombudsman, https://ombudsman.example' },
    deps: (deps) => ({ partners: { ...deps.partners, gameStudios: [createInHouseStudio(deps.settings)] } }),
  })
  sam = await desk.person('sam', 'support')
  rita = await desk.person('rita', 'risk')
})
afterAll(() => desk.close())
beforeEach(async () => {
  player = await createFundedPlayer(desk.app, { EUR: 100_00n })
})

const call = (method: 'GET' | 'POST', path: string, payload?: object, token: string | undefined = player.token) =>
  desk.app.send({
    method,
    url: `/api/support/complaints${path}`,
    ...(payload && { payload }),
    token,
  })
const guest = (method: 'GET' | 'POST', path: string, payload?: object) =>
  desk.app.send({ method, url: `/api/support/complaints${path}`, ...(payload && { payload }) })
const complaint = (change: object = {}) => ({
  id: randomUUID(),
  category: 'payments',
  text: 'My withdrawal was held for a week.',
  ...change,
})
const file = async (change: object = {}, token?: string) => {
  const answer = await call('POST', '', complaint(change), token)
  expect(answer.status).toBe(200)
  return answer.body
}
const at = (id: string, act: string, body: object, who = sam) =>
  who.call({ method: 'POST', url: `/api/complaints/${id}/${act}`, body })
const answer = (id: string, text = 'We have paid it.', who = sam) => at(id, 'answer', { text, outcome: 'upheld' }, who)
const notices = async () =>
  (
    await desk.app.db.asOwner(
      `SELECT key FROM messages.messages WHERE player_id = '${player.id}' AND key LIKE 'complaint-%' ORDER BY created_at, key`,
    )
  ).rows.map(({ key }) => key)
const queued = async () =>
  (await desk.app.db.asOwner(`SELECT template, values FROM deliveries.deliveries WHERE player_id = '${player.id}'`))
    .rows
const actsOf = async (id: string) =>
  (
    await desk.app.db.asOwner(
      `SELECT action, actor FROM identity.audit WHERE detail ->> 'complaint' = '${id}' AND action <> 'complaint-read' ORDER BY id`,
    )
  ).rows.map(({ action, actor }) => `${action} ${String(actor).split(':')[0]}`)

describe('from the complaint to the final letter', () => {
  test('it is acknowledged at once, answered, disputed once and ended by a letter that names the dispute body', async () => {
    const filed = await file({ about: { kind: 'payment', id: 'W-1234' } })
    expect(Date.parse(filed.dueAt) - Date.parse(filed.filedAt)).toBe(56 * 86_400_000)
    expect(filed).toMatchObject({ status: 'open', about: { kind: 'payment', id: 'W-1234' }, answer: null, final: null })
    expect((await call('POST', `/${filed.id}/reply`, { isSatisfied: true })).status).toBe(409)
    expect((await answer(filed.id)).status).toBe(200)
    const disputed = await call('POST', `/${filed.id}/reply`, { isSatisfied: false, text: 'Not all of it.' })
    expect(disputed.body).toMatchObject({ status: 'disputed', dispute: { text: 'Not all of it.' } })
    expect((await call('POST', `/${filed.id}/reply`, { isSatisfied: false, text: 'And again.' })).status).toBe(409)
    const letter = { text: 'We stand by it.', outcome: 'partly' }
    expect((await at(filed.id, 'final', letter, sam)).status).toBe(403)
    expect((await at(filed.id, 'final', letter, rita)).status).toBe(200)
    expect((await call('GET', `/${filed.id}`)).body).toMatchObject({
      status: 'final',
      final: { text: 'We stand by it.', outcome: 'partly', body: 'Gaming Ombudsman, https://ombudsman.example' },
    })
    expect(await notices()).toEqual(['complaint-answered', 'complaint-ended', 'complaint-received'])
    expect(await actsOf(filed.id)).toEqual([
      'complaint-filed player',
      'complaint-answered operator',
      'complaint-replied player',
      'complaint-ended operator',
    ])
  })

  test('an accepted answer ends it, and a repeated reply gets the same answer', async () => {
    const { id } = await file()
    await answer(id)
    for (const _ of [1, 2])
      expect((await call('POST', `/${id}/reply`, { isSatisfied: true })).body.status).toBe('resolved')
    expect((await at(id, 'final', { text: 'Late.', outcome: 'rejected' }, rita)).status).toBe(409)
  })

  test('of two operators who answer at once one wins, and the other reads who did', async () => {
    const tom = await desk.person(`tom-${randomUUID().slice(0, 6)}`, 'support')
    const { id } = await file()
    const answers = await Promise.all([answer(id, 'Yes.', sam), answer(id, 'No.', tom)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [won, lost] = answers[0].status === 200 ? [sam, answers[1]] : [tom, answers[0]]
    expect(lost.body.error.message).toBe(`${won.name} has answered: read it first.`)
    // The winner's own answer, sent again because its reply was lost.
    const stored = (await call('GET', `/${id}`)).body.answer.text
    expect((await answer(id, stored, won)).status).toBe(200)
  })
})

describe('who may complain', () => {
  test('a player whose account is closed files, reads and replies by the link in a mail, which opens nothing else', async () => {
    const { id } = await file()
    await desk.app.db.asOwner(
      `UPDATE identity.players SET status = 4, email_confirmed_at = now() WHERE id = '${player.id}'`,
    )
    await desk.app.db.asOwner(
      `UPDATE identity.sessions SET closed_at = now(), close_reason = 'test' WHERE player_id = '${player.id}'`,
    )
    expect((await call('GET', '')).status).toBe(401)
    expect((await guest('POST', '/link', { email: `${player.id}@EXAMPLE.test` })).status).toBe(200)
    const [mail] = (await queued()).filter(({ template }) => template === 'complaint-link')
    const token = mail!.values.link.split('#')[1]
    expect((await call('GET', '', undefined, token)).body.map((each: { id: string }) => each.id)).toEqual([id])
    await answer(id)
    expect((await call('POST', `/${id}/reply`, { isSatisfied: false, text: 'No.' }, token)).body.status).toBe(
      'disputed',
    )
    expect((await call('POST', '', complaint({ category: 'data' }), token)).body.status).toBe('open')
    expect((await desk.app.send({ method: 'GET', url: '/api/wallet/accounts', token })).status).toBe(401)
    const later = (hours: number) => ({
      ...desk.app.deps,
      clock: { now: () => new Date(desk.app.deps.clock.now().getTime() + hours * 3_600_000) },
    })
    expect([71, 73].map((hours) => readComplaintToken(later(hours), token))).toEqual([player.id, null])
  })

  // Shows: pair complaint/exclusion
  test('an excluded player files one with the session', async () => {
    await desk.app.db.asOwner(`INSERT INTO limits.players (player_id) VALUES ('${player.id}') ON CONFLICT DO NOTHING`)
    await desk.app.db.asOwner(
      `INSERT INTO limits.limits (id, player_id, definition, period, ends_at, created_at) VALUES (gen_random_uuid(), '${player.id}', 4, '6-months', '2030-01-01', now())`,
    )
    expect((await file({ category: 'protection' })).status).toBe('open')
  })

  test('an address that nobody has confirmed gets neither a link nor a notice, and the answer does not tell', async () => {
    await file()
    for (const email of [`${player.id}@example.test`, `${randomUUID()}@example.test`])
      expect((await guest('POST', '/link', { email })).status).toBe(200)
    expect(await queued()).toEqual([])
    expect(await notices()).toEqual(['complaint-received'])
  })

  test('a forged or foreign token opens nothing', async () => {
    const other = await createFundedPlayer(desk.app, { EUR: 0n })
    const { id } = await file()
    const token = issueComplaintToken(desk.app.deps, other.id)
    expect((await call('GET', `/${id}`, undefined, token)).status).toBe(404)
    expect((await call('POST', `/${id}/reply`, { isSatisfied: true }, other.token)).status).toBe(404)
    for (const forged of [token.replace(other.id, player.id), `${token}x`, 'complaint.x.y', 'complaint..', 'a.b.c'])
      expect((await call('GET', '', undefined, forged)).status).toBe(401)
    expect((await guest('GET', '')).status).toBe(401)
  })

  test('whoever proves that the address is theirs does not read what somebody else has filed', async () => {
    await file()
    await desk.app.deps.db.transaction((tx) => lifecycle.removeAccess!(tx, player.id, new Date()))
    expect((await call('GET', '')).body).toEqual([])
  })
})

describe('input', () => {
  test('a second complaint about the same thing is refused while the first is open, also of two at once', async () => {
    const about = { kind: 'round', id: randomUUID() }
    const both = await Promise.all([1, 2].map(() => call('POST', '', complaint({ about }))))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await call('POST', '', complaint({ about, category: 'games' }))).status).toBe(200)
    const first = both.find(({ status }) => status === 200)!.body
    await answer(first.id)
    await call('POST', `/${first.id}/reply`, { isSatisfied: true })
    expect((await call('POST', '', complaint({ about }))).status).toBe(200)
  })

  test('one that is sent again is stored once, and nobody takes the id of another', async () => {
    const body = complaint()
    const [one, two] = [await call('POST', '', body), await call('POST', '', body)]
    expect(two.body).toEqual(one.body)
    const other = await createFundedPlayer(desk.app, { EUR: 0n })
    expect((await call('POST', '', body, other.token)).status).toBe(409)
  })

  test('long and strange texts are stored as they are; longer ones, control characters and empty ones are refused', async () => {
    const long = '🎲'.repeat(5000)
    expect((await file({ text: long })).text).toBe(long)
    const strange = 'עברית \u0627\u0644\u0639\u0631\u0628\u064A\u0629 =SUM(A1) <b>x</b>\n「え」 e\u0301'
    expect((await file({ text: strange })).text.normalize()).toBe(strange.normalize())
    for (const text of ['', '   ', '🎲'.repeat(5001), 'a\u0000b', 'a\u0007b'])
      expect((await call('POST', '', complaint({ text }))).status).toBe(422)
    expect((await call('POST', '', complaint({ category: 'weather' }))).status).toBe(422)
    expect((await call('POST', '', complaint({ about: { kind: 'round', id: "x'; --" } }))).status).toBe(422)
    expect((await call('GET', '/no-id')).status).toBe(422)
  })

  test('an eleventh open complaint is refused', async () => {
    for (let each = 0; each < 10; each++) await file({ text: `Number ${each}` })
    expect((await call('POST', '', complaint())).status).toBe(422)
  })
})

test('the queue is ordered by the clock, and names who looks at what', async () => {
  await desk.app.db.asOwner('DELETE FROM complaints.complaints')
  const early = await file({ text: 'first' })
  const late = await file({ text: 'second' })
  await desk.app.db.asOwner(
    `UPDATE complaints.complaints SET due_at = due_at - interval '3 days' WHERE id = '${early.id}'`,
  )
  await rita.call({ method: 'POST', url: '/api/claims', body: { kind: 'complaint', id: late.id } })
  const state = (await sam.call({ url: '/api/queues/complaints' })).body
  expect(state.ids).toEqual([early.id, late.id])
  expect(state.claims).toEqual([expect.objectContaining({ id: late.id, operator: 'rita', isOwn: false })])
  const list = (await sam.call({ url: '/api/complaints' })).body.complaints
  expect(list.map(({ id }: { id: string }) => id)).toEqual([early.id, late.id])
  const report = (await rita.call({ url: `/api/reports/complaints?from=2026-01-01&until=2026-12-31` })).body
  expect(report.rows).toEqual([['payments', '2', '0', '0', '0', '2', '0', expect.any(String)]])
})

test('the evidence names every entry, round and letter, and its last line signs every byte before it', async () => {
  const { id, number } = await file()
  await answer(id)
  const { server } = desk
  const saved = await server.inject({
    url: `/api/complaints/${id}/evidence`,
    headers: { cookie: rita.cookie, 'x-desk-token': rita.forgeryToken },
  })
  expect(saved.statusCode).toBe(200)
  const text = saved.body
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines[0]).toMatchObject({ format: 'fairhouse evidence 1', complaint: id, number, player: player.id })
  const signature = lines.at(-1)
  const signed = Buffer.from(text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1))
  const key = createPublicKey(operatorKeyPem(desk.app.deps.settings))
  expect(verify('sha256', signed, key, Buffer.from(signature.signature, 'base64'))).toBe(true)
  const forged = Buffer.from(String(signed).replace('100.00', '900.00'))
  expect(forged.equals(signed)).toBe(false)
  expect(verify('sha256', forged, key, Buffer.from(signature.signature, 'base64'))).toBe(false)
  expect(createHash('sha256').update(signed).digest('hex')).toBe(signature.sha256)
  const records = lines.slice(1, -2)
  const counted = Object.entries(Object.groupBy(records, ({ record }) => record)).map(([name, all]) => [
    name,
    all!.length,
  ])
  expect(Object.fromEntries(counted)).toEqual(lines.at(-2).counts)
  expect(lines.at(-2).counts).toMatchObject({ complaint: 1, entry: 1 })
  expect(records.find(({ record }) => record === 'complaint').data.answer.text).toBe('We have paid it.')
  expect((await sam.call({ url: `/api/complaints/${id}/evidence` })).status).toBe(403)
  const { rows } = await desk.app.db.asOwner(
    `SELECT detail ->> 'sha256' AS sha256 FROM identity.audit WHERE action = 'complaint-evidence-saved' AND detail ->> 'complaint' = '${id}'`,
  )
  expect(rows).toEqual([{ sha256: createHash('sha256').update(text).digest('hex') }])
})

test('retention removes what ended long ago, never what is open; erasure leaves both, and the export has them', async () => {
  await desk.app.db.asOwner('DELETE FROM complaints.complaints')
  const [open, ended] = [await file({ text: 'open' }), await file({ text: 'ended' })]
  await answer(ended.id)
  await call('POST', `/${ended.id}/reply`, { isSatisfied: true })
  expect(lifecycle.erase).toBeUndefined()
  expect(await lifecycle.sections.complaints!(desk.app.deps, player.id)).toHaveLength(2)
  const inYears = (years: number) => {
    const now = new Date(desk.app.deps.clock.now())
    now.setUTCFullYear(now.getUTCFullYear() + years)
    return { ...desk.app.deps, clock: { now: () => new Date(now.getTime() + 86_400_000) } }
  }
  expect(await removeOld(inYears(5))).toBe(0)
  expect(await removeOld(inYears(6))).toBe(1)
  expect((await call('GET', `/${open.id}`)).status).toBe(200)
})
