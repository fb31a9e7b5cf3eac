import { expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { route } from '../../routes/profile/notifications.tsx'
import { MessageButton } from './message-button.tsx'

const show = views()
const words = labelsOf('profile')
const written = ({ calls }: ShownView) => calls.filter(({ route: called }) => !called.startsWith('GET'))
type Link = NonNullable<Message['content']['link']>
const message = (target: Link['target'] | null, readAt: string | null = null) =>
  ({
    id: 'm1',
    content: { title: 'News', description: 'Of today', link: target && { label: 'Go on', target } },
    createdAt: '2026-11-20T12:00:00.000Z',
    readAt,
  }) as Message
const read = { route: 'POST /api/notification/messenger/messages/read', body: { messageIds: ['m1'] } }

// Shows: 7.6.1, 3.24.1
test.each<[string, Link['target'], string]>([
  ['a page', { kind: 'page', path: '/tournaments' }, '/tournaments'],
  ['a modal', { kind: 'modal', modal: 'wallet', value: 'deposit' }, '/?wallet=deposit'],
])('the button of a message leads to %s, and marks it as read once', async (_, target, href) => {
  const page = await show(<MessageButton message={message(target)} />)
  expect(page.find('Go on').getAttribute('href')).toBe(href)
  await page.press('Go on')
  expect(written(page)).toEqual([read])
  const again = await show(<MessageButton message={message(target, '2026-11-20T12:00:00.000Z')} />)
  await again.press('Go on')
  expect(written(again)).toEqual([])
})

// Shows: 7.6.1, 4.11.1
test.each([
  ['activate-quest', 'PUT /api/retention/quests/q1/activate', { id: 'q1' }],
  ['claim-quest', 'PUT /api/retention/player-quests/q1/claim', { questId: 'q1' }],
])('the button of a message makes the call %s, and opens the quest', async (call, called, body) => {
  const target = { kind: 'call', call, id: 'q1' } as Link['target']
  const page = await show(<MessageButton message={message(target)} />, { answer: () => ({ body }) })
  await page.press('Go on')
  expect(written(page).map(({ route: each }) => each)).toEqual([called, read.route])
  expect(page.address).toBe('/?quest-tasks=q1')
  const refuse: Answering = () => ({ status: 409, body: { error: { message: 'Too late' } } })
  const refused = await show(<MessageButton message={message(target)} />, { answer: refuse })
  await refused.press('Go on')
  expect([refused.alerts, refused.address, written(refused).length]).toEqual([['Too late'], '/', 1])
  expect(refused.find('Go on').disabled).toBe(false)
})

test('a message without a link has no button', async () => {
  expect((await show(<MessageButton message={message(null)} />)).text).toBe('')
})

const list = (totalUnread: number, readAt: string | null = null): Answering => {
  const data = [message(null, readAt)]
  return ({ route: called }) =>
    called.startsWith('GET /api/notification') ? { body: { data, meta: { page: 1, total: 1, totalUnread } } } : {}
}

// Shows: 7.6.1, 3.24.1
test('messages are read one by one or all at once, and deleted; the list is then read again', async () => {
  const page = await show(<route.View />, { path: '/profile/notifications', answer: list(1) })
  const key = apiKey('GET /api/notification/messenger/messages', { query: { page: 1, perPage: 20 } })
  expect(page.client.getQueryState(key)?.status).toBe('success')
  const reads = () =>
    page.calls.filter(({ route: called }) => called.startsWith('GET /api/notification/messenger')).length
  const before = reads()
  await page.press(words.readAll!)
  await page.press(words.markRead!)
  await page.press(words.remove!)
  expect(written(page)).toEqual([
    { route: 'POST /api/notification/messenger/messages/read/all', body: null },
    read,
    { route: 'DELETE /api/notification/messenger/messages', body: { messageIds: ['m1'] } },
  ])
  expect(reads()).toBe(before + 3)
  const readOne = await show(<route.View />, { answer: list(0, '2026-11-20T12:00:00.000Z') })
  expect([readOne.has(words.readAll!), readOne.has(words.markRead!)]).toEqual([false, false])
})

// Shows: 7.6.1
test.each([
  ['?page=3', 3],
  ['?page=0', 1],
  ['?page=x', 1],
  ['?page=2.7', 2],
])('the page of %s is %i', async (search, number) => {
  const page = await show(<route.View />, { search, answer: list(0) })
  expect(page.calls[0]!.route).toBe(`GET /api/notification/messenger/messages?page=${number}&perPage=20`)
})

test('messages that cannot be read are read again by a press', async () => {
  const page = await show(<route.View />, { answer: () => ({ status: 500 }) })
  const reads = () =>
    page.calls.filter(({ route: called }) => called.startsWith('GET /api/notification/messenger')).length
  expect([page.text.includes(words.loadFailed!), reads()]).toEqual([true, 1])
  await page.press(words.retry!)
  expect(reads()).toBe(2)
})
