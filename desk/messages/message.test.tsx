import { expect, test } from 'vitest'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from '../labels.ts'
import { MessagePage } from './message.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const message = (part: object = {}) => ({
  id: 'm1',
  email: 'ada@example.com',
  message: 'Where is my money?',
  locale: 'de',
  playerId: null,
  createdAt: at,
  answer: null,
  ...part,
})
const answered = message({ answer: { operator: 'Mia', text: 'On its way', at } })
type Site = { shown?: object; scopes?: string[]; posts?: Answering }
const opened = ({ shown = message(), scopes = ['support:do'], posts = () => ({ body: answered }) }: Site = {}) =>
  show(<MessagePage operator={{ scopes } as never} params={{ messageId: 'm1' }} />, {
    path: '/messages/m1',
    answer: (call) => {
      if (call.route === 'GET /api/contact-messages/m1') return { body: shown }
      if (call.route === 'GET /api/queues/messages') return { body: { ids: ['m1', 'm2'], waiting: 2 } }
      if (call.route === 'POST /api/claims') return { body: { operator: 'Grace', isOwn: false } }
      return call.route.includes('/claims') ? {} : posts(call)
    },
  })
const written = ({ calls }: ShownView) =>
  calls.filter(({ route }) => !route.startsWith('GET') && !route.includes('/claims'))

test('an answer is sent, and the next message opens', async () => {
  const page = await opened()
  await page.pass(1)
  expect(page.text).toContain(label('queue.place', { at: 1, of: 2 }))
  expect(page.text).toContain(label('queue.claimed', { name: 'Grace' }))
  await page.enter(label('messages.answer'), 'On its way')
  await page.press(label('messages.send'))
  expect(written(page)).toEqual([{ route: 'POST /api/contact-messages/m1/answer', body: { answer: 'On its way' } }])
  expect(page.address).toBe('/messages/m2')
})

test('a refused answer stays in its field, and the message is read again', async () => {
  const page = await opened({
    posts: () => ({ status: 409, body: { error: { name: 'answered', message: 'Somebody answered.' } } }),
  })
  await page.enter(label('messages.answer'), 'On its way')
  await page.press(label('messages.send'))
  expect([page.text.includes('Somebody answered.'), page.find(label('messages.answer')).value, page.address]).toEqual([
    true,
    'On its way',
    '/messages/m1',
  ])
  expect(page.calls.filter(({ route }) => route === 'GET /api/contact-messages/m1')).toHaveLength(2)
})

test('a message is a guest or leads to its player; an answered one shows by whom, and takes no second answer', async () => {
  expect((await opened()).text).toContain(`${label('messages.ofGuest')} · de`)
  const page = await opened({ shown: { ...answered, playerId: 'p1' } })
  expect(page.find(label('messages.ofPlayer')).getAttribute('href')).toBe('/players/p1')
  expect(page.text).toContain(`${label('messages.answerOf', { name: 'Mia' })} ${spaced(formatMoment(at))} On its way`)
  expect(page.has(label('messages.send'))).toBe(false)
  expect((await opened({ scopes: ['support:read'] })).has(label('messages.send'))).toBe(false)
})
