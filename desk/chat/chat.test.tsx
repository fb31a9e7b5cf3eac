import { expect, test } from 'vitest'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { label } from '../labels.ts'
import { Chat } from './chat.tsx'

const show = views()
const at = '2011-11-02T12:00:00.000Z'
const conversation = (id: string, part: object = {}) => ({
  id,
  playerId: '8de90d49-582c-4459',
  locale: 'de',
  isClosed: false,
  assignedTo: null,
  isWaiting: true,
  unread: 2,
  lastMessageAt: at,
  lastNumber: 1,
  excerpt: `Words of ${id}`,
  ...part,
})
const message = (number: number, part: object = {}) => ({
  id: `id-${number}`,
  number,
  author: 'visitor',
  operator: null,
  text: `Line ${number}`,
  createdAt: at,
  attachments: [],
  isReadByVisitor: true,
  ...part,
})
type Site = {
  open?: string
  search?: string
  scopes?: string[]
  list?: () => object[]
  messages?: (after: string | null) => object[]
  shown?: object
  posts?: Answering
}
const opened = (site: Site = {}) => {
  const { open, search = '', scopes = ['support:do'], posts = () => ({ body: { ok: true } }) } = site
  const { list = () => [conversation('c1'), conversation('c2')], messages = (after) => (after ? [] : [message(1)]) } =
    site
  return show(<Chat operator={{ scopes, name: 'mia' } as never} params={open ? { conversationId: open } : {}} />, {
    path: open ? `/chat/${open}` : '/chat',
    search,
    answer: (call) => {
      const [path, query] = call.route.replace('GET ', '').split('?')
      if (path === '/api/queues/conversations')
        return {
          body: {
            ids: list().map((each) => (each as { id: string }).id),
            waiting: 2,
            oldestAt: at,
            medianMs: null,
            claims: [],
          },
        }
      if (path === '/api/conversations') return { body: { conversations: list(), next: null } }
      if (path === `/api/conversations/${open}`)
        return {
          body: {
            conversation: conversation(open!, site.shown),
            messages: messages(new URLSearchParams(query).get('after')),
            isVisitorTyping: false,
          },
        }
      if (call.route === 'POST /api/claims') return { body: { operator: 'Grace', isOwn: false } }
      return call.route.includes('/claims') ? {} : posts(call)
    },
  })
}
const written = ({ calls }: ShownView) =>
  calls.filter(({ route }) => !route.startsWith('GET') && !/claims|typing/.test(route))
const path = 'POST /api/conversations/c1'

test('a reply is sent after what was seen, keeps its id until it is stored, and its field is empty again', async () => {
  let isRefused = true
  const page = await opened({
    open: 'c1',
    posts: ({ route }) =>
      route.endsWith('/messages') && isRefused
        ? { status: 409, body: { error: { name: 'newMessage', message: 'They have written again.' } } }
        : { body: { ok: true } },
  })
  await page.enter(label('chat.reply'), 'Good evening')
  await page.press(label('chat.send'))
  expect([page.text.includes('They have written again.'), page.find(label('chat.reply')).value]).toEqual([
    true,
    'Good evening',
  ])
  isRefused = false
  await page.press(label('chat.send'))
  const bodies = written(page).map(({ body }) => body as { id: string })
  expect(written(page)[1]).toMatchObject({ route: `${path}/messages`, body: { text: 'Good evening', seen: 1 } })
  expect([bodies[1]!.id === bodies[0]!.id, page.find(label('chat.reply')).value]).toEqual([true, ''])
  await page.enter(label('chat.reply'), 'And more')
  await page.press(label('chat.send'))
  expect((written(page)[2]!.body as { id: string }).id).not.toBe(bodies[1]!.id)
})

test('nothing but blanks is no reply, and the visitor is told at most every three seconds that somebody writes', async () => {
  const page = await opened({ open: 'c1' })
  const told = () => page.calls.filter(({ route }) => route === `${path}/typing`).length
  await page.enter(label('chat.reply'), ' ')
  await page.press(label('chat.send'))
  expect([written(page), told()]).toEqual([[], 1])
  await page.enter(label('chat.reply'), ' a')
  expect(told()).toBe(1)
  await page.pass(3_000)
  await page.enter(label('chat.reply'), ' ab')
  expect(told()).toBe(2)
})

test('new messages are added to those shown, none is read twice', async () => {
  const page = await opened({ open: 'c1', messages: (after) => [message(after ? Number(after) + 1 : 1)] })
  await page.pass(4_001)
  expect(page.text).toContain('Line 1')
  expect(page.text).toContain('Line 2')
  expect(
    page.calls.filter(({ route }) => route.startsWith('GET /api/conversations/c1')).map(({ route }) => route),
  ).toEqual(['GET /api/conversations/c1', 'GET /api/conversations/c1?after=1'])
})

test.each([
  [null, 'chat.takeOver', 'mia'],
  ['grace', 'chat.takeOver', 'mia'],
  ['mia', 'chat.release', null],
] as const)('a conversation of %s can be taken over or released, as it was seen', async (assignedTo, action, to) => {
  const page = await opened({ open: 'c1', shown: { assignedTo } })
  await page.press(label(action))
  expect(written(page)).toEqual([
    { route: 'PUT /api/conversations/c1/operator', body: { operator: to, seen: assignedTo } },
  ])
})

test('an open one is closed after what was seen, and the list is shown with its filters', async () => {
  const page = await opened({ open: 'c1', search: '?assignedTo=mia' })
  await page.press(label('chat.close'))
  expect(written(page)).toEqual([{ route: `${path}/close`, body: { seen: 1 } }])
  expect(page.address).toBe('/chat?assignedTo=mia')
  const refused = await opened({
    open: 'c1',
    posts: () => ({ status: 409, body: { error: { name: 'newMessage', message: 'They have written again.' } } }),
  })
  await refused.press(label('chat.close'))
  expect([refused.address, refused.text.includes('They have written again.')]).toEqual(['/chat/c1', true])
  expect((await opened({ open: 'c1', shown: { isClosed: true } })).has(label('chat.close'))).toBe(false)
})

test('entries stay where they are when one is answered, and new ones are shown when asked for', async () => {
  let list = [conversation('c1'), conversation('c2')]
  const page = await opened({ list: () => list })
  const order = () => [...page.text.matchAll(/Words of (c\d)/g)].map(([, id]) => id)
  list = [conversation('c2', { excerpt: 'Words of c2' }), conversation('c1'), conversation('c3')]
  await page.pass(5_001)
  expect(order()).toEqual(['c1', 'c2'])
  await page.press(label('queue.added', { count: 1 }))
  expect(order()).toEqual(['c2', 'c1', 'c3'])
})

test('an entry says who wrote, how much is unread, and who has it', async () => {
  const list = () => [
    conversation('c1', { playerId: null, excerpt: '' }),
    conversation('c2', { unread: 0, assignedTo: 'grace' }),
  ]
  const page = await opened({ list, scopes: ['support:read'] })
  for (const part of [
    `${label('chat.guest')} ${label('chat.unread', { count: 2 })}`,
    label('chat.onlyFiles'),
    label('chat.nobody'),
    'grace',
    label('chat.player', { id: '8de90d49' }),
  ])
    expect(page.text).toContain(part)
  expect(page.text).not.toContain(label('chat.unread', { count: 0 }))
  expect((await opened({ list: () => [] })).text).toContain(label('chat.none'))
})

test('whoever may only read replies to nobody and claims nothing', async () => {
  const page = await opened({ open: 'c1', scopes: ['support:read'] })
  expect([page.has(label('chat.reply')), page.has(label('chat.takeOver')), page.has(label('chat.close'))]).toEqual([
    false,
    false,
    false,
  ])
  expect(page.calls.filter(({ route }) => route.includes('claims'))).toEqual([])
})
