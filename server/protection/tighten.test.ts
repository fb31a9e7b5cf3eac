/** Operators tighten a player's protection, and loosen it in no form. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { inboxOf } from '#tests/setup/inbox.ts'
import { sendNotices } from '#server/campaigns/notices/send-notices.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { endForcedBreaks, forceBreak } from './force-break.ts'

let desk: TestDesk
let sam: DeskPerson
let sue: DeskPerson
let audrey: DeskPerson
beforeAll(async () => {
  desk = await testDesk()
  sam = await desk.person('sam', 'support')
  sue = await desk.person('sue', 'support')
  audrey = await desk.person('audrey', 'auditor')
})
afterAll(() => desk.close())

let players = 0
async function newPlayer(): Promise<{ id: string; token: string }> {
  const email = `protected${++players}@example.com`
  const payload = { email, password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 }
  const { body } = await desk.app.send({ method: 'POST', url: '/api/player/register', payload })
  const { rows } = await desk.app.db.asOwner('SELECT id FROM identity.players WHERE email = $1', [email])
  return { id: rows[0]!.id, token: body.accessToken }
}
const limit = (id: string, body: object, by = sam) =>
  by.call({
    method: 'POST',
    url: `/api/players/${id}/limits`,
    body: { kind: 'deposit', period: 'daily', amount: '100', currency: 'EUR', reason: 'Asked on the phone', ...body },
  })
const pause = (id: string, kind: string, period: string, by = sam) =>
  by.call({ method: 'POST', url: `/api/players/${id}/breaks`, body: { kind, period, reason: 'Asked on the phone' } })
const protection = async (id: string) => (await sam.call({ url: `/api/players/${id}/protection` })).body.limits as any[]
const name = ({ body }: { body: any }) => body.error?.name

test('a limit is set and lowered, each with one act that names before, after and reason; a raise is refused', async () => {
  const { id } = await newPlayer()
  expect((await limit(id, {})).body).toMatchObject({
    kind: 'deposit',
    period: 'daily',
    amount: { amount: '100.00', currency: 'EUR' },
  })
  expect((await limit(id, { amount: '50.00' })).body).toMatchObject({ amount: { amount: '50.00' } })
  for (const amount of ['50.01', '1000']) expect(name(await limit(id, { amount }))).toBe('notTighter')
  // Sent again because the answer was lost, it is answered, and done once; of anybody else, it is refused.
  expect((await limit(id, { amount: '50' })).body).toMatchObject({ amount: { amount: '50.00' } })
  expect(name(await limit(id, { amount: '50' }, sue))).toBe('notTighter')
  expect(name(await limit(id, { amount: '50', reason: 'Another reason' }))).toBe('notTighter')
  expect(await protection(id)).toMatchObject([{ amount: { amount: '50.00' } }])
  const { rows } = await desk.app.db.asOwner(
    `SELECT action, detail FROM identity.audit WHERE player_id = $1 AND action LIKE 'limit-%' ORDER BY id`,
    [id],
  )
  expect(rows).toMatchObject([
    { action: 'limit-set', detail: { before: null, after: { amount: 10_000 }, reason: 'Asked on the phone' } },
    { action: 'limit-lowered', detail: { before: '10000', after: '5000', reason: 'Asked on the phone' } },
  ])
})

test('the player is told of a limit, a break and an exclusion once, on the site and by mail, in the own zone', async () => {
  const { id, token } = await newPlayer()
  await desk.app.db.asOwner(
    `UPDATE identity.players SET locale = 'de', details = details || '{"timeZone": "Asia/Tokyo"}' WHERE id = $1`,
    [id],
  )
  await limit(id, {})
  await limit(id, { amount: '50' })
  await pause(id, 'coolingOff', '1-week')
  await catchUp(desk.app.deps)
  await sendNotices(desk.app.deps)
  const { body } = await desk.app.send({ method: 'GET', url: '/api/notification/messenger/messages', token })
  expect(
    body.data
      .map(({ content }: any) => content.title)
      .filter((title: string) => /Limit|Spielpause/.test(title))
      .toSorted(),
  ).toEqual([
    expect.stringContaining('100,00'),
    expect.stringContaining('50,00'),
    'Wir haben für dich eine Spielpause begonnen',
  ])
  await pause(id, 'selfExclusion', '1-year')
  const { rows } = await desk.app.db.asOwner('SELECT email FROM identity.players WHERE id = $1', [id])
  const mails = await inboxOf(desk.app).all({ to: rows[0]!.email })
  const titles = mails.map(({ subject }) => subject.replace(/^.*?: /, ''))
  expect(titles.filter((title) => title.startsWith('Wir haben'))).toEqual([
    expect.stringMatching(/^Wir haben für dich ein Limit gesetzt: Tägliches Einzahlungslimit, 100,00.€$/),
    expect.stringMatching(/^Wir haben für dich ein Limit gesetzt: Tägliches Einzahlungslimit, 50,00.€$/),
    'Wir haben für dich eine Spielpause begonnen',
    'Wir haben dich vom Spiel ausgeschlossen',
  ])
  expect(mails.at(-1)!.text).toMatch(/mindestens bis \d{1,2}\. \S+ \d{4} um \d\d:\d\d GMT\+9/)
  expect(mails.at(-1)!.text).toContain('jederzeit auszahlen')
})

test('limits, breaks and exclusions are in the standing and in the timeline of a player, with amount or minutes', async () => {
  const { id, token } = await newPlayer()
  const send = (method: 'POST' | 'PUT', url: string, payload: object) => desk.app.send({ method, url, token, payload })
  const read = async (what: string) => (await sam.call({ url: `/api/players/${id}/${what}` })).body
  const standing = async () =>
    (await read('standing'))
      .filter(({ what }: any) => /limit|break|exclusion/i.test(what))
      .map(({ level, what, detail, amount, until }: any) => [
        `${level} ${what}`,
        ...detail.map(({ key, values }: any) => `${key.replace(/^\w+\./, '')}${values.count ?? ''}`),
        amount?.amount ?? until,
      ])
  const timeline = async () =>
    (await read('timeline')).rows
      .filter(({ kind }: any) => kind === 'protection')
      .map(({ what, state, detail, amount }: any) => [
        what,
        state ?? null,
        ...detail.map(({ key, values }: any) => `${key.replace(/^\w+\./, '')}${values.count ?? ''}`),
        amount?.amount ?? null,
      ])
  const set = { definition: 3, period: 'daily', amount: 10_000, currency: 'EUR' }
  const { body: own } = await send('POST', '/api/player/limits', set)
  await send('POST', '/api/player/limits', { definition: 6, period: 'weekly', amount: 90 })
  expect((await standing()).toSorted()).toEqual([
    ['fact limit', 'kind.deposit', 'daily', '100.00'],
    ['fact limit', 'kind.playTime', 'weekly', 'minutes90', null],
  ])
  await send('PUT', `/api/player/limits/${own.id}`, { period: 'daily', amount: 20_000 })
  await send('POST', '/api/player/limits', { definition: 5, period: '1-week' })
  await pause(id, 'selfExclusion', '1-year')
  expect((await standing()).toSorted()).toEqual([
    ['fact limit', 'kind.playTime', 'weekly', 'minutes90', null],
    ['urgent break', '1-week', expect.any(String)],
    ['urgent exclusion', '1-year', expect.any(String)],
    ['waiting limitChange', 'kind.deposit', 'daily', '100.00'],
  ])
  expect((await timeline()).toSorted()).toEqual([
    ['limit', 'changeRequested', 'kind.deposit', 'daily', '100.00'],
    ['limit', 'inForce', 'kind.coolingOff', '1-week', null],
    ['limit', 'inForce', 'kind.playTime', 'weekly', 'minutes90', null],
    ['limit', 'inForce', 'kind.selfExclusion', '1-year', 'byOperator', null],
  ])
})

test('a break that markers of harm began is forced, and in the timeline again when it ends with them', async () => {
  const { id } = await newPlayer()
  const { db } = desk.app.deps
  await db.transaction((tx) => forceBreak(tx, desk.app.deps, { playerId: id, period: '1-week' }))
  const read = async (what: string) => (await sam.call({ url: `/api/players/${id}/${what}` })).body
  const isBreak = ({ what }: any) => /break/i.test(what)
  expect((await read('standing')).filter(isBreak)).toMatchObject([{ level: 'urgent', what: 'forcedBreak' }])
  await db.transaction((tx) => endForcedBreaks(tx, desk.app.deps, id))
  expect((await read('standing')).filter(isBreak)).toEqual([])
  const detail = [{ key: 'playerActs.kind.coolingOff' }, { key: 'word.1-week' }, { key: 'word.byOperator' }]
  const rows = (await read('timeline')).rows.filter(({ kind }: any) => kind === 'protection')
  expect(rows).toHaveLength(2)
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'limit', state: 'ended', amount: null }),
      expect.objectContaining({ what: 'limitEnded', amount: null }),
    ]),
  )
  for (const row of rows) expect(row.detail).toMatchObject(detail)
})

test('a raise that the player has asked for is forgotten when an operator lowers the limit', async () => {
  const { id, token } = await newPlayer()
  await limit(id, {})
  const [own] = await protection(id)
  const payload = { period: 'daily', amount: 90_000 }
  await desk.app.send({ method: 'PUT', url: `/api/player/limits/${own.id}`, token, payload })
  expect((await protection(id))[0].changesFrom).toEqual(expect.any(String))
  expect((await limit(id, { amount: '100' })).body).toMatchObject({ amount: { amount: '100.00' }, changesFrom: null })
})

test('a break is started for a player, and a shorter one, or one as long, is refused', async () => {
  const { id, token } = await newPlayer()
  expect((await pause(id, 'coolingOff', '1-week')).body).toMatchObject({ kind: 'coolingOff', isForced: true })
  // Its answer was lost.
  expect((await pause(id, 'coolingOff', '1-week')).body).toMatchObject({ kind: 'coolingOff', isForced: true })
  expect(name(await pause(id, 'coolingOff', '1-day'))).toBe('notTighter')
  expect(name(await pause(id, 'coolingOff', '1-week', sue))).toBe('notTighter')
  expect((await protection(id)).length).toBe(1)
  expect((await pause(id, 'selfExclusion', '1-year')).body).toMatchObject({ kind: 'selfExclusion' })
  for (const [kind, period] of [
    ['selfExclusion', '6-months'],
    ['coolingOff', '3-months'],
  ] as const)
    expect(name(await pause(id, kind, period))).toBe('notTighter')
  // An exclusion ends the sessions of the player.
  expect((await desk.app.send({ method: 'GET', url: '/api/player/profile', token })).status).toBe(401)
})

test('an exclusion can be ended only by its player after the term, and the desk says how far that is', async () => {
  const { id } = await newPlayer()
  const forGood = await newPlayer()
  await pause(id, 'selfExclusion', '6-months')
  await pause(forGood.id, 'selfExclusion', 'no-end')
  const standing = async (of: string) =>
    (await sam.call({ url: `/api/players/${of}/standing` })).body.filter(({ what }: any) => what === 'exclusion')
  const saying = (...words: string[]) => words.map((word) => ({ key: `word.${word}` }))
  const [own] = await protection(id)
  expect(await standing(forGood.id)).toMatchObject([{ detail: saying('no-end'), until: null }])
  expect(await standing(id)).toMatchObject([{ detail: saying('6-months'), until: own.endsAt }])
  const { db } = desk.app
  const now = desk.app.deps.clock.now()
  await db.asOwner('UPDATE limits.limits SET ends_at = $2 WHERE player_id = $1', [id, now])
  expect(await standing(id)).toMatchObject([{ detail: saying('6-months', 'termOver'), until: null }])
  expect(await protection(id)).toMatchObject([{ changesFrom: null }])
  const { rows } = await db.asOwner('SELECT email FROM identity.players WHERE id = $1', [id])
  const payload = { login: rows[0]!.email, password: 'a quiet harbour' }
  const { body: session } = await desk.app.send({ method: 'POST', url: '/api/player/sessions', payload })
  const asked = await desk.app.send({
    method: 'DELETE',
    url: `/api/player/limits/${own.id}`,
    token: session.accessToken,
  })
  expect(asked.status).toBe(200)
  const [ending] = await protection(id)
  expect(Date.parse(ending.changesFrom) - now.getTime()).toBeGreaterThan(23 * 3_600_000)
  expect(await standing(id)).toMatchObject([{ detail: saying('6-months', 'endAsked'), until: ending.changesFrom }])
})

test('an account that another one of its mailbox bars says so, and leads to that one', async () => {
  const [one, other] = [await newPlayer(), await newPlayer()]
  for (const [{ id }, email] of [
    [one, 'twice@gmail.com'],
    [other, 't.wice@gmail.com'],
  ] as const)
    await desk.app.db.asOwner('UPDATE identity.players SET email = $2 WHERE id = $1', [id, email])
  const barredBy = async () =>
    (await sam.call({ url: `/api/players/${other.id}/standing` })).body
      .filter(({ what }: any) => what === 'otherAccount')
      .map(({ level, detail, path }: any) => [
        level,
        path === `/players/${one.id}`,
        ...detail.map(({ key }: any) => key),
      ])
  expect(await barredBy()).toEqual([])
  await pause(one.id, 'coolingOff', '1-week')
  expect(await barredBy()).toEqual([['urgent', true, 'playerActs.kind.coolingOff']])
  await pause(one.id, 'selfExclusion', '1-year')
  expect((await barredBy()).map((line: any) => line.at(-1)).toSorted()).toEqual([
    'playerActs.kind.coolingOff',
    'playerActs.kind.selfExclusion',
  ])
  await desk.app.db.asOwner('DELETE FROM limits.limits WHERE player_id = $1', [one.id])
  await desk.app.db.asOwner('UPDATE identity.players SET status = 3 WHERE id = $1', [one.id])
  expect(await barredBy()).toEqual([['urgent', true, 'word.blocked-or-closed']])
  expect((await sam.call({ url: `/api/players/${randomUUID()}/standing` })).status).toBe(404)
})

test('no call of the desk ends a break or removes a limit', async () => {
  const { id } = await newPlayer()
  await pause(id, 'coolingOff', '1-week')
  const [own] = await protection(id)
  for (const method of ['DELETE', 'PUT'] as const)
    for (const url of [`/api/players/${id}/breaks/${own.id}`, `/api/players/${id}/limits/${own.id}`])
      expect((await sam.call({ method, url, body: { period: '1-day', amount: '9' } })).status).toBe(404)
})

test('a break that an operator has started stays when the last marker of harm is dismissed', async () => {
  const { id } = await newPlayer()
  await desk.app.deps.db.transaction((tx) => forceBreak(tx, desk.app.deps, { playerId: id, period: '1-day' }))
  await pause(id, 'coolingOff', '1-week')
  expect(await protection(id)).toHaveLength(2)
  await desk.app.deps.db.transaction((tx) => endForcedBreaks(tx, desk.app.deps, id))
  expect(await protection(id)).toMatchObject([{ period: '1-week' }])
})

test('of two operators who set a limit at once, the tighter one is in force', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await newPlayer()
    const answers = await Promise.all([limit(id, { amount: '100' }, sam), limit(id, { amount: '50' }, sue)])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await protection(id)).toMatchObject([{ amount: { amount: '50.00' } }])
  }
})

test('what is not offered, a closed account, an unknown player and a reader are refused in a sentence', async () => {
  const { id } = await newPlayer()
  for (const body of [{ period: 'hourly' }, { currency: 'XXX' }, { currency: null }, { kind: 'playTime' }])
    expect([body, name(await limit(id, body))]).toEqual([body, 'notOffered'])
  for (const body of [
    { amount: '0' },
    { amount: '0.001' },
    { kind: 'playTime', currency: null, amount: '1.5' },
    { amount: '999999999999.999999999', currency: 'BTC' },
  ])
    expect([body, name(await limit(id, body))]).toEqual([body, 'amountInvalid'])
  for (const amount of ['-5', '1e9', 'NaN', '']) expect(name(await limit(id, { amount }))).toBe('validation')
  expect(name(await pause(id, 'coolingOff', '5-years'))).toBe('notOffered')
  expect(name(await limit(randomUUID(), {}))).toBe('playerNotFound')
  expect((await limit(id, {}, audrey)).status).toBe(403)
  await desk.app.db.asOwner('UPDATE identity.players SET status = 4, closed_at = now() WHERE id = $1', [id])
  expect(name(await limit(id, {}))).toBe('accountClosed')
  expect(name(await pause(id, 'coolingOff', '1-week'))).toBe('accountClosed')
  expect(await protection(id)).toEqual([])
})
