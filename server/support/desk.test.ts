/** The chat at the desk: reading, replying, taking over and closing, by several operators at once. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'

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

type Visitor = { id: string; token: string; say(text: string): Promise<string> }
let players = 0
async function newPlayer(): Promise<Visitor> {
  const email = `visitor${++players}@example.com`
  const payload = { email, password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 }
  const { body } = await desk.app.send({ method: 'POST', url: '/api/player/register', payload })
  const token = body.accessToken as string
  const { rows } = await desk.app.db.asOwner('SELECT id FROM identity.players WHERE email = $1', [email])
  const id = rows[0]!.id as string
  return {
    id,
    token,
    async say(text) {
      const message = { id: randomUUID(), text, attachmentIds: [] }
      const sent = await desk.app.send({ method: 'POST', url: '/api/support/chat/messages', token, payload: message })
      expect(sent.status).toBe(200)
      const found = await desk.app.db.asOwner('SELECT id FROM chat.conversations WHERE player_id = $1', [id])
      return found.rows[0]!.id
    },
  }
}

const conversation = (id: string) => ({
  read: (by = sam, query = '') => by.call({ url: `/api/conversations/${id}${query}` }),
  reply: (by: DeskPerson, text: string, { seen = 1, message = randomUUID() } = {}) =>
    by.call({ method: 'POST', url: `/api/conversations/${id}/messages`, body: { id: message, text, seen } }),
  assign: (by: DeskPerson, operator: string | null, seen: string | null) =>
    by.call({ method: 'PUT', url: `/api/conversations/${id}/operator`, body: { operator, seen } }),
  close: (by: DeskPerson, seen: number) =>
    by.call({ method: 'POST', url: `/api/conversations/${id}/close`, body: { seen } }),
})
const refusalOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.name, body.error?.message]

test('a player who writes is listed first, is read, answered, and the conversation is closed', async () => {
  const ada = await newPlayer()
  const id = await ada.say('Where is my deposit?')
  const listed = (await sam.call({ url: '/api/conversations' })).body.conversations
  expect(listed[0]).toMatchObject({ id, playerId: ada.id, isWaiting: true, unread: 1, excerpt: 'Where is my deposit?' })
  const chat = conversation(id)
  expect((await chat.read()).body.messages).toMatchObject([{ author: 'visitor', text: 'Where is my deposit?' }])
  expect((await chat.reply(sam, 'It has arrived.')).body).toMatchObject({ operator: 'sam', isReadByVisitor: false })
  expect((await chat.read()).body.conversation).toMatchObject({ assignedTo: 'sam', isWaiting: false, unread: 0 })
  expect((await chat.close(sam, 2)).status).toBe(200)
  expect((await sam.call({ url: '/api/conversations' })).body.conversations).toEqual([])
  expect((await sam.call({ url: '/api/conversations?state=closed' })).body.conversations).toMatchObject([{ id }])
  await ada.say('Thank you')
  expect((await sam.call({ url: '/api/conversations?assignedTo=sam' })).body.conversations).toMatchObject([{ id }])
})

test('an auditor reads without the visitor seeing it, and cannot reply', async () => {
  const ada = await newPlayer()
  const id = await ada.say('Hello')
  await conversation(id).read(audrey)
  const state = () => desk.app.send({ method: 'GET', url: '/api/support/chat', token: ada.token })
  expect((await state()).body.state.readBySupport).toBe(0)
  expect((await conversation(id).reply(audrey, 'Hello')).status).toBe(403)
  await conversation(id).read(sam)
  expect((await state()).body.state.readBySupport).toBe(1)
})

test('of two operators who reply at once, one does, and the other reads who was faster', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await (await newPlayer()).say('Hello')
    const answers = await Promise.all([sam, sue].map((each) => conversation(id).reply(each, 'How can I help?')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = answers.find(({ status }) => status === 200)!.body.operator
    const loser = answers.find(({ status }) => status === 409)!
    expect(loser.body.error.message).toBe(`${winner} has this conversation: take it over first.`)
    expect((await conversation(id).read()).body.messages).toHaveLength(2)
  }
})

test('an operator takes over, and one who had not seen it or the new reply is refused', async () => {
  const id = await (await newPlayer()).say('Hello')
  const chat = conversation(id)
  await chat.reply(sam, 'One moment')
  expect((await chat.assign(sue, 'sue', 'sam')).status).toBe(200)
  expect(refusalOf(await chat.assign(audrey, 'audrey', 'sam'))[0]).toBe(403)
  expect(refusalOf(await chat.assign(sam, 'sam', 'sam'))).toEqual([
    409,
    'assignedMeanwhile',
    'sue has this conversation now.',
  ])
  expect(refusalOf(await chat.reply(sue, 'I am sue', { seen: 1 }))).toEqual([
    409,
    'answeredMeanwhile',
    'sam has replied meanwhile: read it first.',
  ])
  expect((await chat.reply(sue, 'I am sue', { seen: 2 })).status).toBe(200)
  expect(refusalOf(await chat.assign(sue, 'nobody at all', 'sue')).slice(0, 2)).toEqual([422, 'operatorUnknown'])
})

test('a reply whose answer was lost is stored once, and one is not stored under the id of another', async () => {
  const id = await (await newPlayer()).say('Hello')
  const message = randomUUID()
  const first = await conversation(id).reply(sam, 'Hello', { message })
  expect((await conversation(id).reply(sam, 'Hello', { message })).body).toEqual(first.body)
  expect((await conversation(id).read()).body.messages).toHaveLength(2)
  const other = await (await newPlayer()).say('Hello')
  expect(refusalOf(await conversation(other).reply(sam, 'Hello', { message })).slice(0, 2)).toEqual([
    404,
    'conversationNotFound',
  ])
})

test('a conversation is not closed over a message that was not read, and one of a closed account gets no reply', async () => {
  const ada = await newPlayer()
  const id = await ada.say('Hello')
  await ada.say('Are you there?')
  expect(refusalOf(await conversation(id).close(sam, 1)).slice(0, 2)).toEqual([409, 'wroteMeanwhile'])
  await desk.app.db.asOwner('UPDATE identity.players SET status = 4, closed_at = now() WHERE id = $1', [ada.id])
  expect(refusalOf(await conversation(id).reply(sam, 'Hello', { seen: 2 })).slice(0, 2)).toEqual([422, 'accountClosed'])
  for (const [text, name] of [
    ['  ', 'empty'],
    ['a'.repeat(2001), 'tooLong'],
  ] as const)
    expect((await conversation(id).reply(sam, text)).body.error.name).toBe(name)
})

test('looking for new messages is an act only if there are some', async () => {
  const ada = await newPlayer()
  const id = await ada.say('Hello')
  const reads = async () => {
    const { rows } = await desk.app.db.asOwner(
      `SELECT count(*)::int FROM identity.audit WHERE action = 'chat-read' AND player_id = $1`,
      [ada.id],
    )
    return rows[0]!.count
  }
  await conversation(id).read()
  await conversation(id).read(sam, '?after=1')
  expect(await reads()).toBe(1)
  await ada.say('Still here')
  expect((await conversation(id).read(sam, '?after=1')).body.messages).toMatchObject([{ text: 'Still here' }])
  expect(await reads()).toBe(2)
})

test('120 conversations are listed once each over pages: those that wait first, the longest waiting at the top', async () => {
  const db = desk.app.db
  await db.asOwner('DELETE FROM chat.conversations')
  for (let each = 0; each < 120; each++) {
    const id = randomUUID()
    const at = new Date(Date.UTC(2026, 0, 1, 0, Math.floor(each / 2)))
    await db.asOwner(
      `INSERT INTO chat.conversations (id, player_id, locale, last_number, created_at, last_message_at) VALUES ($1, $2, 'en', 1, $3, $3)`,
      [id, randomUUID(), at],
    )
    await db.asOwner(
      `INSERT INTO chat.messages (id, conversation_id, number, author, operator, body, created_at) VALUES ($1, $2, 1, $3, $4, $5, $6)`,
      [randomUUID(), id, each % 3 ? 'visitor' : 'support', each % 3 ? null : 'sam', String(each), at],
    )
  }
  const seen: Array<{ id: string; isWaiting: boolean; lastMessageAt: string }> = []
  for (let next: string | null = ''; next !== null;) {
    const page: any = (await sam.call({ url: `/api/conversations${next && `?after=${next}`}` })).body
    seen.push(...page.conversations)
    next = page.next
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(120)
  const order = seen.map(({ isWaiting, lastMessageAt }) => `${isWaiting ? 0 : 1} ${lastMessageAt}`)
  expect(order).toEqual(order.toSorted())
})
