import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { countWaiting } from '#tests/setup/lock-waits.ts'
import { operator } from '#tests/setup/operator.ts'
import { formOf, jpeg, maliciousFiles, type SampleFile } from '#tests/setup/sample-files.ts'
import { closePlayer, lockPlayer } from '../identity/players/players.ts'
import { issueAccessToken } from '../identity/sessions/access-token.ts'
import { sweepFiles } from '../identity/verification/sweep-files.ts'
import { assign, closeConversation, findAttachment, openForOperator, reply, typing } from './administer.ts'
import { notifyUnread } from './notify-unread.ts'
import { removeOld } from './remove-old.ts'

const base = '/api/support/chat'
let app: TestApp
let url: string
let ada: Player

type Answer = { status: number; body: any; headers: Headers }
type Player = {
  id: string
  sessionId: string
  token: string
  call(method: string, path: string, body?: object | FormData): Promise<Answer>
}

beforeAll(async () => {
  app = await testApp({ now: new Date() })
  url = await app.listen()
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await newPlayer()
})

async function ask(token: string | null, method: string, path: string, body?: object | FormData): Promise<Answer> {
  const isForm = body instanceof FormData
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const isJson = answer.headers.get('content-type')?.includes('json')
  return {
    status: answer.status,
    body: isJson ? await answer.json() : Buffer.from(await answer.arrayBuffer()),
    headers: answer.headers,
  }
}

async function newPlayer(): Promise<Player> {
  const [id, sessionId, now] = [randomUUID(), randomUUID(), app.deps.clock.now()]
  await app.db.asOwner(
    `INSERT INTO identity.players (id, email, country, currency, locale, created_at, updated_at) VALUES ($1, $2, 'DE', 'EUR', 'en', $3, $3)`,
    [id, `${id}@example.test`, now],
  )
  await app.db.asOwner(
    `INSERT INTO identity.sessions (id, player_id, rotated_at, created_at, last_used_at, ip, user_agent) VALUES ($1, $2, $3, $3, $3, '127.0.0.1', 'test')`,
    [sessionId, id, now],
  )
  const token = await issueAccessToken(app.deps, { playerId: id, sessionId, generation: 1, issuedAt: now })
  return { id, sessionId, token, call: (...request) => ask(token, ...request) }
}

const newGuest = async (): Promise<string> => (await ask(null, 'POST', `${base}/guest`)).body.token
const send = (token: string, text: string, more: object = {}) =>
  ask(token, 'POST', `${base}/messages`, { id: randomUUID(), text, ...more })
const textsOf = async (token: string, query = '') =>
  (await ask(token, 'GET', base + query)).body.messages.map(({ text }: { text: string }) => text)
const conversationOf = async (token: string): Promise<string> => {
  const { messages } = (await ask(token, 'GET', base)).body
  const { rows } = await app.db.asOwner('SELECT conversation_id FROM chat.messages WHERE id = $1', [messages[0].id])
  return rows[0].conversation_id
}
const eventsOf = async (playerId: string) =>
  (
    await app.db.asOwner('SELECT event, payload FROM outbox.events WHERE channel = $1 ORDER BY id', [
      `support:chat#${playerId}`,
    ])
  ).rows
const noticesOf = async (player: Player) =>
  (await player.call('GET', '/api/notification/messenger/messages')).body.data.map(
    ({ content }: { content: { title: string } }) => content.title,
  )
const staff = () => ({ ...app.deps, actor: operator })

describe('messages', () => {
  // Shows: attack 41
  test('are stored as plain text in the order of sending, and read in pages from either end', async () => {
    const markup = '<img src=x onerror=alert(1)>\n**not bold** </script> {{7*7}} ٣'
    for (const text of ['first', markup, 'third']) expect((await send(ada.token, text)).status).toBe(200)
    expect(await textsOf(ada.token)).toEqual(['first', markup, 'third'])
    expect(await textsOf(ada.token, '?after=1&limit=1')).toEqual([markup])
    expect(await textsOf(ada.token, '?before=3&limit=1')).toEqual([markup])
    expect(await textsOf(ada.token, '?limit=0')).toEqual([])
    const { state } = (await ada.call('GET', base)).body
    expect(state).toMatchObject({ isClosed: false, lastNumber: 3, readBySupport: 0, unread: 0 })
    const headers = (await ada.call('GET', base)).headers
    expect(headers.get('cache-control')).toBe('no-store')
  })

  // Shows: attack 46, pair second tab/chat
  test('one that is sent again, once or 20 times at once, is stored and announced once', async () => {
    const message = { id: randomUUID(), text: 'Hello?' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => ada.call('POST', `${base}/messages`, message)))
    answers.push(await ada.call('POST', `${base}/messages`, { ...message, text: 'another text' }))
    const accepted = answers.filter(({ status }) => status === 200)
    expect(new Set(accepted.map(({ body }) => JSON.stringify(body.message))).size).toBe(1)
    expect(answers.at(-1)!.body.message.text).toBe('Hello?')
    expect(await textsOf(ada.token)).toEqual(['Hello?'])
    expect((await eventsOf(ada.id)).filter(({ event }) => event === 'chat.message')).toHaveLength(1)
    const bob = await newPlayer()
    expect((await bob.call('POST', `${base}/messages`, message)).body.error.name).toBe('chatMessageIdTaken')
    expect(await textsOf(bob.token)).toEqual([])
  })

  // Shows: attack 46
  test('20 different ones at once have 15 accepted, numbered without gaps; the others are stored nowhere', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(ada.token, `message ${n}`)))
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(15)
    expect(answers.filter(({ body }) => body.error?.name === 'chatTooManyMessages')).toHaveLength(5)
    const numbers = accepted.map(({ body }) => body.message.number).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 15 }, (_, n) => n + 1))
    expect(await textsOf(ada.token)).toHaveLength(15)
  })

  // Shows: attack 41
  test('an empty, a too long and an unprintable one are refused; 2,000 emoji are not too long', async () => {
    expect((await send(ada.token, ' \n ')).body.error.name).toBe('chatMessageEmpty')
    for (const text of ['x'.repeat(2001), '\u0007bell', 'a\u202Eb', 'a\0b', 5 as never])
      expect((await send(ada.token, text)).status, JSON.stringify(text).slice(0, 20)).toBe(422)
    expect((await send(ada.token, '🎈'.repeat(2000))).status).toBe(200)
    expect(await textsOf(ada.token)).toHaveLength(1)
  })

  // Shows: pair kill/chat
  test('and their publication are one transaction: a refused message leaves neither', async () => {
    const refused = await send(ada.token, 'with a file', { attachmentIds: [randomUUID()] })
    expect(refused.body.error.name).toBe('chatAttachmentUnknown')
    expect([await textsOf(ada.token), await eventsOf(ada.id)]).toEqual([[], []])
    await send(ada.token, 'without')
    expect((await eventsOf(ada.id)).map(({ event }) => event)).toEqual(['chat.message', 'chat.state'])
  })
})

describe('who may read', () => {
  // Shows: attack 42
  test('without a session or a valid token: 401; with a forged, another site’s or an expired one too', async () => {
    const token = await newGuest()
    await send(token, 'mine')
    const [kind, payload, signature] = token.split('.') as [string, string, string]
    const forged = Buffer.from(payload, 'base64url')
    forged[0]! ^= 1
    for (const bad of [
      null,
      'guest.a.b',
      `${kind}.${forged.toString('base64url')}.${signature}`,
      `${kind}.${payload}.${createHash('sha256').update(payload).digest('base64url')}`,
      `${kind}.${payload}.`,
      `other.${payload}.${signature}`,
    ]) {
      const { status, body } = await ask(bad, 'GET', base)
      expect([status, body.error.name], String(bad)).toEqual([401, 'signInNeeded'])
      expect((await ask(bad, 'POST', `${base}/messages`, { id: randomUUID(), text: 'hi' })).status).toBe(401)
      expect((await ask(bad, 'POST', `${base}/read`, { number: 1 })).status).toBe(401)
    }
    app.moveClock(25 * 3_600_000)
    expect((await ask(token, 'GET', base)).status).toBe(401)
    app.moveClock(-25 * 3_600_000)
    expect(await textsOf(token)).toEqual(['mine'])
  })

  // Shows: attack 42
  test('each guest and player has their own conversation, and cannot mark another’s as read', async () => {
    const [bob, guest, other] = [await newPlayer(), await newGuest(), await newGuest()]
    await send(ada.token, 'from Ada')
    await send(guest, 'from a guest')
    expect(await textsOf(bob.token)).toEqual([])
    expect(await textsOf(other)).toEqual([])
    expect(await textsOf(guest)).toEqual(['from a guest'])
    expect((await bob.call('POST', `${base}/read`, { number: 1 })).body).toEqual({ state: null })
  })

  // Shows: attack 42, pair sign-out/chat
  test('after a sign-out nothing is readable with the old token', async () => {
    await send(ada.token, 'private')
    await ada.call('POST', '/api/player/sessions/logout', {})
    expect((await ada.call('GET', base)).status).toBe(401)
    expect((await ada.call('POST', `${base}/typing`, {})).status).toBe(401)
  })

  test('a session closed elsewhere, and a closed account, end it too; the conversation of a closed account is closed', async () => {
    await send(ada.token, 'private')
    await app.deps.db.transaction(async (tx) => {
      await lockPlayer(tx, ada.id)
      for (const { endOpen } of app.deps.lifecycles) await endOpen?.(app.deps, tx, ada.id, 'account-closed')
    })
    expect((await ada.call('GET', base)).body.state.isClosed).toBe(true)
    await app.db.asOwner(`UPDATE identity.sessions SET closed_at = now(), close_reason = 'test' WHERE id = $1`, [
      ada.sessionId,
    ])
    expect((await ada.call('GET', base)).status).toBe(401)
  })

  // Shows: pair closure/chat
  test('a reply to a closed account is refused, also at the moment of the closure, and opens nothing again', async () => {
    await send(ada.token, 'private')
    const id = await conversationOf(ada.token)
    const { begun } = await app.deps.db.transaction(async (tx) => {
      await closePlayer(tx, ada.id, app.deps.clock.now())
      for (const { endOpen } of app.deps.lifecycles) await endOpen?.(app.deps, tx, ada.id, 'account-closed')
      const begun = reply({ ...app.deps, actor: operator }, { id, text: 'Too late' })
      await expect.poll(() => countWaiting(app.db), { interval: 5, timeout: 10_000 }).toBeGreaterThan(0)
      return { begun }
    })
    expect(await begun).toMatchObject({ ok: false, refusal: 'accountClosed' })
    expect(await reply({ ...app.deps, actor: operator }, { id, text: 'Later' })).toMatchObject({ ok: false })
    const { rows } = await app.db.asOwner(
      'SELECT closed_at IS NOT NULL AS closed, notify_at, last_number FROM chat.conversations WHERE id = $1',
      [id],
    )
    expect(rows).toEqual([{ closed: true, notify_at: null, last_number: 1 }])
  })

  // Shows: pair exclusion/chat, pair restricted country/chat
  test('an excluded and a limited player reach support, from a restricted country as well', async () => {
    await app.db.asOwner('UPDATE identity.players SET status = 2 WHERE id = $1', [ada.id])
    const body = { definition: 4, period: 'monthly' }
    const excluded = await newPlayer()
    await excluded.call('POST', '/api/player/limits', body)
    await app.deps.db.transaction(async (tx) => {
      await lockPlayer(tx, excluded.id)
      for (const { endOpen } of app.deps.lifecycles) await endOpen?.(app.deps, tx, excluded.id, 'excluded')
    })
    expect((await send(ada.token, 'I need help')).status).toBe(200)
    expect((await send(excluded.token, 'I need help')).body.state.isClosed).toBe(false)
  })
})

describe('a guest who signs in', () => {
  // Shows: attack 42, pair social sign-in/chat
  test('takes the conversation along, once, before or after their own messages, and nobody else can', async () => {
    const [guest, bob] = [await newGuest(), await newPlayer()]
    await send(guest, 'as a guest')
    const taken = await ada.call('POST', `${base}/guest/take-over`, { token: guest })
    expect(taken.body.state).toMatchObject({ lastNumber: 1 })
    expect(await textsOf(ada.token)).toEqual(['as a guest'])
    expect(await textsOf(guest)).toEqual([])
    expect((await bob.call('POST', `${base}/guest/take-over`, { token: guest })).body).toEqual({ state: null })
    const again = await newGuest()
    await send(again, 'as a guest again')
    await send(again, 'and once more')
    await send(ada.token, 'as a player')
    await ada.call('POST', `${base}/guest/take-over`, { token: again })
    expect(await textsOf(ada.token)).toEqual(['as a guest', 'as a player', 'as a guest again', 'and once more'])
    for (const bad of ['', 'guest.a.b', guest])
      expect((await ada.call('POST', `${base}/guest/take-over`, { token: bad })).body.state.lastNumber).toBe(4)
    const { rows } = await app.db.asOwner(
      'SELECT count(*)::int AS n FROM chat.conversations WHERE guest_key IS NULL AND player_id = $1',
      [ada.id],
    )
    expect(rows[0].n).toBe(1)
  })

  test('loses no message to a take-over at the same moment', async () => {
    const guest = await newGuest()
    await send(guest, 'before')
    const both = await Promise.all([
      send(guest, 'during'),
      ada.call('POST', `${base}/guest/take-over`, { token: guest }),
      send(ada.token, 'own'),
      ada.call('POST', `${base}/guest/take-over`, { token: guest }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await ada.call('POST', `${base}/guest/take-over`, { token: guest })
    expect((await textsOf(ada.token)).toSorted()).toEqual(['before', 'during', 'own'])
  })
})

describe('an operator', () => {
  test('reads, replies, closes and assigns under their own name, all of it recorded', async () => {
    await send(ada.token, 'Where is my withdrawal?')
    const id = await conversationOf(ada.token)
    const opened = await openForOperator(staff(), { id })
    expect(opened).toMatchObject({
      value: { conversation: { unread: 0 }, messages: [{ text: 'Where is my withdrawal?' }] },
    })
    expect((await ada.call('GET', base)).body.state.readBySupport).toBe(1)
    expect((await reply(staff(), { id, text: 'It was sent <today>.' })).ok).toBe(true)
    const { messages, state } = (await ada.call('GET', base)).body
    expect(messages[1]).toMatchObject({ author: 'support', text: 'It was sent <today>.' })
    expect(JSON.stringify(messages)).not.toContain('olga')
    expect(state).toMatchObject({ unread: 1, readByVisitor: 0 })
    expect((await ada.call('POST', `${base}/read`, { number: 99 })).body.state).toMatchObject({
      unread: 0,
      readByVisitor: 2,
    })
    for (const name of [null, 'olga']) expect((await assign(staff(), { id, operator: name })).ok).toBe(true)
    expect((await closeConversation(staff(), { id })).ok).toBe(true)
    expect((await ada.call('GET', base)).body.state.isClosed).toBe(true)
    expect((await send(ada.token, 'One more thing')).body.state.isClosed).toBe(false)
    const { rows } = await app.db.asOwner(`SELECT action, actor FROM identity.audit WHERE player_id = $1 ORDER BY id`, [
      ada.id,
    ])
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual(
      ['chat-read', 'chat-replied', 'chat-assigned', 'chat-assigned', 'chat-closed'].map((action) => [
        action,
        'operator:olga',
      ]),
    )
    const events = (await eventsOf(ada.id)).map(({ event }) => event)
    expect(events.filter((event) => event === 'chat.message')).toHaveLength(3)
  })

  test('is refused a wrong id, an empty and a too long reply; nothing is sent', async () => {
    await send(ada.token, 'hello')
    const id = await conversationOf(ada.token)
    const other = randomUUID()
    expect(await openForOperator(staff(), { id: other })).toMatchObject({ refusal: 'unknown' })
    expect(await closeConversation(staff(), { id: other })).toMatchObject({ refusal: 'unknown' })
    expect(await findAttachment(staff(), other)).toBeNull()
    for (const [to, text, refusal] of [
      [other, 'hi', 'unknown'],
      [id, ' ', 'empty'],
      [id, 'x'.repeat(2001), 'tooLong'],
      [id, 'a\u202Eb', 'notText'],
    ] as const)
      expect(await reply(staff(), { id: to, text })).toMatchObject({ refusal })
    expect(await textsOf(ada.token)).toEqual(['hello'])
  })

  test('is shown to be writing, and sees that the player is; neither is stored in the conversation', async () => {
    await send(ada.token, 'hello')
    const id = await conversationOf(ada.token)
    // Reading the message announces it, so that is done first.
    await openForOperator(staff(), { id })
    expect((await typing(staff(), id)).ok).toBe(true)
    expect(await openForOperator(staff(), { id })).toMatchObject({ value: { isTyping: false } })
    expect((await ada.call('POST', `${base}/typing`, {})).status).toBe(200)
    expect((await eventsOf(ada.id)).slice(-2).map(({ payload }) => payload)).toEqual([
      { author: 'support' },
      { author: 'visitor' },
    ])
    expect(await openForOperator(staff(), { id })).toMatchObject({ value: { isTyping: true } })
    app.moveClock(10_000)
    expect(await openForOperator(staff(), { id })).toMatchObject({ value: { isTyping: false } })
    expect(await textsOf(ada.token)).toEqual(['hello'])
  })

  test('whose reply is unread for a minute has the player notified, once; reading removes the notification', async () => {
    await send(ada.token, 'hello')
    const id = await conversationOf(ada.token)
    await reply(staff(), { id, text: 'one' })
    await reply(staff(), { id, text: 'two' })
    await notifyUnread(app.deps)
    expect(await noticesOf(ada)).toEqual([])
    app.moveClock(61_000)
    await Promise.all([notifyUnread(app.deps), notifyUnread(app.deps)])
    expect(await noticesOf(ada)).toEqual(['Support has replied'])
    await ada.call('POST', `${base}/read`, { number: 3 })
    expect(await noticesOf(ada)).toEqual([])
    await reply(staff(), { id, text: 'three' })
    await ada.call('POST', `${base}/read`, { number: 4 })
    app.moveClock(61_000)
    await notifyUnread(app.deps)
    expect(await noticesOf(ada)).toEqual([])
  })
})

describe('attachments', () => {
  const upload = (player: Player, paper: SampleFile) => player.call('POST', `${base}/attachments`, formOf(paper, null))
  const photo = { name: '../receipt.jpg', type: 'image/jpeg', bytes: jpeg() }

  // Shows: attack 52
  test('are sent with a message once, and downloaded by their player only, as inert files', async () => {
    const { body: file } = await upload(ada, photo)
    expect(file).toMatchObject({ name: 'receipt.jpg', mimeType: 'image/jpeg', size: photo.bytes.length })
    const bob = await newPlayer()
    expect((await send(bob.token, 'not mine', { attachmentIds: [file.id] })).status).toBe(422)
    const sent = await send(ada.token, '', { attachmentIds: [file.id] })
    expect(sent.body.message.attachments).toEqual([file])
    expect((await send(ada.token, 'again', { attachmentIds: [file.id] })).status).toBe(422)
    const path = `${base}/attachments/${file.id}/file`
    const got = await ada.call('GET', path)
    expect(got.body.equals(photo.bytes)).toBe(true)
    expect(got.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(got.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect([(await bob.call('GET', path)).status, (await ask(null, 'GET', path)).status]).toEqual([404, 401])
    expect(await findAttachment(staff(), file.id)).toEqual({ name: 'receipt.jpg', mimeType: 'image/jpeg' })
  })

  // Shows: attack 51
  test('that are hostile are refused and stored nowhere; guests upload nothing', async () => {
    const before = (await app.deps.partners.storage.list())?.length ?? 0
    const players = await Promise.all([newPlayer(), newPlayer()])
    for (const [index, [description, paper]] of maliciousFiles.entries())
      expect((await upload(players[index % 2]!, paper)).status, description).toBe(422)
    expect((await ask(await newGuest(), 'POST', `${base}/attachments`, formOf(photo, null))).status).toBe(401)
    expect((await app.deps.partners.storage.list())?.length ?? 0).toBe(before)
  })

  // Shows: attack 52
  test('that arrive while their session ends are refused, and stored nowhere', async () => {
    const bob = await newPlayer()
    const { storage } = app.deps.partners
    const put = storage.put.bind(storage)
    const names: string[] = []
    const ending = vi.spyOn(storage, 'put').mockImplementation(async (name, bytes) => {
      names.push(name)
      const size = await put(name, bytes)
      await app.db.asOwner(
        "UPDATE identity.sessions SET closed_at = now(), close_reason = 'signed-out' WHERE id = $1",
        [bob.sessionId],
      )
      return size
    })
    try {
      expect((await upload(bob, photo)).status).toBe(401)
    } finally {
      ending.mockRestore()
    }
    expect(names).toHaveLength(1)
    expect((await storage.list())!.map(({ name }) => name)).not.toContain(names[0])
    const { rows } = await app.db.asOwner('SELECT id FROM chat.attachments WHERE player_id = $1', [bob.id])
    expect(rows).toEqual([])
  })

  // Shows: pair documents/chat
  test('are kept by the cleanup of the store as long as a row refers to them; unsent ones go after a day', async () => {
    const [{ body: sent }, { body: unsent }] = [await upload(ada, photo), await upload(ada, photo)]
    await send(ada.token, 'here', { attachmentIds: [sent.id] })
    app.moveClock(25 * 3_600_000)
    await removeOld(app.deps)
    await sweepFiles(app.deps)
    const left = (await app.deps.partners.storage.list())!.map(({ name }) => name)
    expect([left.includes(sent.id), left.includes(unsent.id)]).toEqual([true, false])
    app.moveClock(-25 * 3_600_000)
  })
})

describe('personal data', () => {
  // Shows: pair chat/export
  test('the export contains the conversation and the list of files, and nothing of other players', async () => {
    const bob = await newPlayer()
    await send(ada.token, 'from Ada')
    await send(bob.token, 'from Bob')
    await ada.call('POST', `${base}/attachments`, formOf({ name: 'a.jpg', type: 'image/jpeg', bytes: jpeg() }, null))
    const sections = Object.assign({}, ...app.deps.lifecycles.map(({ sections: own }) => own))
    expect(await sections.supportChat(app.deps, ada.id)).toEqual([
      { author: 'visitor', text: 'from Ada', createdAt: expect.any(String) },
    ])
    expect(await sections.supportChatAttachments(app.deps, ada.id)).toHaveLength(1)
  })

  test('is deleted after the retention period, a guest’s after 30 days; newer messages stay', async () => {
    const guest = await newGuest()
    const late = app.deps.clock.now()
    await send(ada.token, 'old')
    await send(guest, 'of a guest')
    const days = (count: number) => ({
      ...app.deps,
      clock: { now: () => new Date(late.getTime() + count * 86_400_000) },
    })
    await removeOld(days(29))
    expect([await textsOf(ada.token), await textsOf(guest)]).toEqual([['old'], ['of a guest']])
    await removeOld(days(31))
    expect([await textsOf(ada.token), await textsOf(guest)]).toEqual([['old'], []])
    app.moveClock(86_400_000)
    const today = await newPlayer()
    await send(today.token, 'newer')
    await removeOld(days(365.5))
    expect(await textsOf(today.token)).toEqual(['newer'])
    expect(await app.db.asOwner('SELECT 1 FROM chat.conversations WHERE player_id = $1', [ada.id])).toMatchObject({
      rowCount: 0,
    })
  })
})

// Shows: 3.26.4
test('with the chat switched off, or off for guests, calls are refused and help is the contact page', async () => {
  const init = async () => (await app.send({ method: 'GET', url: '/api/player/init' })).body.config.freshchatParams
  expect(await init()).toEqual({ guestAvailable: true })
  const { chat } = app.deps.settings
  const before = { ...chat }
  try {
    chat.hasGuests = false
    expect(await init()).toEqual({ guestAvailable: false })
    expect((await ask(null, 'POST', `${base}/guest`)).body.error.name).toBe('chatOff')
    expect((await ask(null, 'GET', base)).body.error.name).toBe('chatOff')
    expect((await send(ada.token, 'hello')).status).toBe(200)
    Object.assign(chat, { isOn: false, isBuiltIn: false })
    expect(await init()).toBeNull()
    expect((await send(ada.token, 'hello')).body.error.name).toBe('chatOff')
    expect((await ada.call('POST', `${base}/typing`, {})).status).toBe(404)
  } finally {
    Object.assign(chat, before)
  }
})
