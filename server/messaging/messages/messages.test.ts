import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import type { PlayerCtx } from '../../deps.ts'
import { deleteMessages } from './delete-messages.ts'
import { listMessages } from './list-messages.ts'
import { notify, type Notice } from './notify.ts'
import { readAllMessages, readMessages } from './read-messages.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

const now = new Date('2026-11-21T12:00:00.000Z')
function playerCtx(id = randomUUID()): PlayerCtx {
  return { db, clock: { now: () => now }, caller: { player: { id, sessionId: randomUUID() } } } as unknown as PlayerCtx
}

/** Notifies the player; each message is a second later than the previous one. */
async function notifyTimes(ctx: PlayerCtx, count: number, over: Partial<Notice> = {}): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const at = new Date(now.getTime() - 3_600_000 + index * 1_000)
    const message = await db.transaction((tx) =>
      notify(tx, { playerId: ctx.caller.player.id, key: 'deposit-succeeded', title: `Deposit ${index}`, at, ...over }),
    )
    ids.push(message!.id)
  }
  return ids
}

async function eventsOf(ctx: PlayerCtx) {
  return db.kysely
    .selectFrom('outbox.events')
    .select(['event', 'payload', 'version'])
    .where('channel', '=', `messenger:notifications#${ctx.caller.player.id}`)
    .orderBy('id')
    .execute()
}

async function list(ctx: PlayerCtx, page = 1, perPage = 3) {
  const listed = await listMessages(ctx, { page, perPage })
  return listed.ok ? listed.value : expect.unreachable()
}

test('messages are listed newest first, in pages, with the number of unread ones', async () => {
  const ctx = playerCtx()
  const ids = await notifyTimes(ctx, 5)
  expect(await list(ctx)).toMatchObject({
    data: [{ id: ids[4] }, { id: ids[3] }, { id: ids[2] }],
    meta: { total: 5, totalUnread: 5, page: 1, perPage: 3 },
  })
  expect((await list(ctx, 2)).data.map(({ id }) => id)).toEqual([ids[1], ids[0]])
  expect((await list(ctx, 3)).data).toEqual([])
})

test('a message contains the text that it was sent with', async () => {
  const ctx = playerCtx()
  await notifyTimes(ctx, 1, { title: 'تم الإيداع', description: '100 €' })
  expect((await list(ctx)).data[0]).toEqual({
    id: expect.any(String),
    readAt: null,
    state: 1,
    createdAt: '2026-11-21T11:00:00.000Z',
    content: { title: 'تم الإيداع', description: '100 €', link: null },
  })
})

test('a button is part of the message and of its push; without a label there is none', async () => {
  const ctx = playerCtx()
  const target = { kind: 'modal', modal: 'wallet', value: 'deposit' } as const
  await notifyTimes(ctx, 1, { button: { label: 'Try again', target } })
  await notifyTimes(ctx, 1, { button: { label: undefined, target } })
  const links = (await list(ctx)).data.map(({ content }) => content.link)
  expect(links).toEqual(expect.arrayContaining([null, { label: 'Try again', target }]))
  expect((await eventsOf(ctx)).map(({ payload }) => (payload as Message).content.link)).toEqual([
    { label: 'Try again', target },
    null,
  ])
})

// Shows: attack 209
test('a stored link of another form is never shown', async () => {
  const ctx = playerCtx()
  const [id] = await notifyTimes(ctx, 1)
  await db.asOwner('UPDATE messages.messages SET link = $2 WHERE id = $1', [
    id,
    { label: 'Free money', target: { kind: 'page', path: '//evil.example' } },
  ])
  await expect(list(ctx)).rejects.toThrow('messages.messages.link is malformed')
})

// Shows: 7.7.6
test('a message is pushed if and only if its transaction commits', async () => {
  const ctx = playerCtx()
  await expect(
    db.transaction(async (tx) => {
      await notify(tx, { playerId: ctx.caller.player.id, key: 'any', title: 'Never', at: now })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await eventsOf(ctx)).toEqual([])
  await notifyTimes(ctx, 1)
  const { data } = await list(ctx)
  expect(await eventsOf(ctx)).toEqual([{ event: 'message', payload: data[0], version: 1n }])
})

test('a repeated event notifies the player once, even fifty times concurrently', async () => {
  const ctx = playerCtx()
  const notice: Notice = {
    playerId: ctx.caller.player.id,
    key: 'deposit-succeeded',
    title: 'Once',
    at: now,
    once: 'invoice-1',
  }
  const created = await Promise.all(Array.from({ length: 50 }, () => db.transaction((tx) => notify(tx, notice))))
  expect(created.filter(Boolean)).toHaveLength(1)
  expect(await db.transaction((tx) => notify(tx, { ...notice, key: 'bonus-granted' }))).not.toBeNull()
  expect((await list(ctx)).meta.total).toBe(2)
  expect(await eventsOf(ctx)).toHaveLength(2)
})

// Shows: 3.24.1, 7.7.6
test('reading marks the named messages once and pushes the change', async () => {
  const ctx = playerCtx()
  const ids = await notifyTimes(ctx, 3)
  expect(await readMessages(ctx, { messageIds: [ids[0]!, ids[1]!] })).toEqual({ ok: true, value: { totalUnread: 1 } })
  expect(await readMessages(ctx, { messageIds: [ids[0]!] })).toEqual({ ok: true, value: { totalUnread: 1 } })
  const { data } = await list(ctx)
  expect(data.map(({ state, readAt }) => [state, readAt])).toEqual([
    [1, null],
    [2, now.toISOString()],
    [2, now.toISOString()],
  ])
  const events = await eventsOf(ctx)
  expect(events.slice(3)).toEqual([
    { event: 'message', payload: data[1], version: 2n },
    { event: 'message', payload: data[2], version: 2n },
  ])
})

test('reading all marks all messages and pushes one page of them', async () => {
  const ctx = playerCtx()
  const ids = await notifyTimes(ctx, 25)
  expect(await readAllMessages(ctx)).toEqual({ ok: true, value: { totalUnread: 0 } })
  expect((await list(ctx)).meta).toMatchObject({ total: 25, totalUnread: 0 })
  const pushed = (await eventsOf(ctx)).slice(25).map(({ payload }) => (payload as { id: string }).id)
  expect(pushed).toEqual(ids.toReversed().slice(0, 20))
})

test('deleted messages are not listed', async () => {
  const ctx = playerCtx()
  const ids = await notifyTimes(ctx, 3)
  expect(await deleteMessages(ctx, { messageIds: [ids[1]!, randomUUID()] })).toEqual({
    ok: true,
    value: { totalUnread: 2 },
  })
  expect((await list(ctx)).data.map(({ id }) => id)).toEqual([ids[2], ids[0]])
})

test("another player's messages are ignored: none is read or deleted", async () => {
  const owner = playerCtx()
  const stranger = playerCtx()
  const messageIds = await notifyTimes(owner, 2)
  expect(await readMessages(stranger, { messageIds })).toEqual({ ok: true, value: { totalUnread: 0 } })
  expect(await deleteMessages(stranger, { messageIds })).toEqual({ ok: true, value: { totalUnread: 0 } })
  expect((await list(owner)).meta).toMatchObject({ total: 2, totalUnread: 2 })
})
