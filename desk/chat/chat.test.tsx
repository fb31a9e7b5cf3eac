import { expect, test } from 'vitest'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { label } from '../labels.ts'
import { Chat } from './chat.tsx'

const show = views()
const at = '2011-11-02T12:00:00.000Z'
const conversation = {
  id: 'c1',
  playerId: null,
  locale: 'de',
  isClosed: false,
  assignedTo: 'mia',
  lastMessageAt: at,
  unread: 1,
  isWaiting: true,
  excerpt: 'Hello?',
}
const opened = (replies: Answering) =>
  show(<Chat operator={{ name: 'mia', scopes: ['support:do'] } as never} params={{ conversationId: 'c1' }} />, {
    path: '/chat/c1',
    params: { conversationId: 'c1' },
    answer: (call) => {
      if (call.route === 'POST /api/conversations/c1/messages') return replies(call)
      if (call.route.startsWith('GET /api/conversations/c1'))
        return { body: { conversation, messages: [], isVisitorTyping: false } }
      if (call.route.startsWith('GET /api/conversations'))
        return { body: { conversations: [conversation], next: null } }
      if (call.route.startsWith('GET /api/queues'))
        return { body: { ids: ['c1'], waiting: 1, oldestAt: at, medianMs: null, claims: [] } }
      return { body: { operator: 'mia', isOwn: true } }
    },
  })
const replies = ({ calls }: ShownView) =>
  calls.filter(({ route }) => route.endsWith('c1/messages')).map(({ body }) => body as { id: string; text: string })

test('a reply keeps its id until it is sent, and the next one has another', async () => {
  const statuses = [422, 200, 200]
  const page = await opened(() => {
    const status = statuses.shift()!
    return { status, body: status === 200 ? {} : { error: { name: 'tooLong', message: 'Too long.' } } }
  })
  await page.enter(label('chat.reply'), 'Hello')
  await page.press(label('chat.send'))
  expect([page.text.includes('Too long.'), page.find(label('chat.reply')).value]).toEqual([true, 'Hello'])
  await page.press(label('chat.send'))
  expect(page.find(label('chat.reply')).value).toBe('')
  await page.enter(label('chat.reply'), 'Again')
  await page.press(label('chat.send'))
  const [refused, sent, next] = replies(page)
  expect([refused!.text, sent!.text, next!.text]).toEqual(['Hello', 'Hello', 'Again'])
  expect(sent!.id).toBe(refused!.id)
  expect(next!.id).not.toBe(sent!.id)
})
