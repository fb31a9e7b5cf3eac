/** The chat of a guest who signs in: which of its calls belong to whom, and what happens to a conversation begun before. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chatCalls } from './chat-calls.ts'

let jar: Map<string, string>
let sent: Array<[call: string, authorization: string | null]>
/** The answers to the calls, in their order: a status with a body, or null for none. */
let answers: Array<[status: number, body: object] | null>
beforeEach(() => {
  jar = new Map()
  sent = []
  answers = []
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('document', {
    documentElement: { lang: 'en' },
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(text) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    },
  })
  vi.stubGlobal('fetch', async (url: string, { method, headers }: RequestInit) => {
    sent.push([`${method} ${url}`, new Headers(headers).get('authorization')])
    const answer = answers.shift()
    if (!answer) throw new TypeError('no connection')
    return new Response(JSON.stringify(answer[1]), { status: answer[0] })
  })
})
afterEach(() => vi.unstubAllGlobals())

const conversation = { state: null, messages: [] }
const expired = { error: { name: 'unauthorized', message: '' } }
const message = (id: string) => chatCalls.send({ id, text: 'Hello', attachmentIds: [] })

// Shows: attack 42
test('the first message of a guest asks for a token, which the next ones use', async () => {
  answers = [
    [200, { token: 'guest-1' }],
    [200, {}],
    [200, {}],
  ]
  for (const id of ['m1', 'm2']) await message(id)
  expect(sent).toEqual([
    ['POST /api/support/chat/guest', null],
    ['POST /api/support/chat/messages', 'Bearer guest-1'],
    ['POST /api/support/chat/messages', 'Bearer guest-1'],
  ])
})

// Shows: attack 42
test('of a guest whose token has expired, the conversation is empty and the next message is sent under a new token', async () => {
  jar.set('chat_guest', 'old')
  answers = [
    [401, expired],
    [200, { token: 'guest-2' }],
    [200, {}],
    [401, expired],
  ]
  await message('m1')
  expect(sent.at(-1)).toEqual(['POST /api/support/chat/messages', 'Bearer guest-2'])
  expect(await chatCalls.read({})).toEqual(conversation)
  expect(await chatCalls.read({})).toEqual(conversation)
  expect([jar.has('chat_guest'), sent.length]).toEqual([false, 4])
})

// Shows: attack 42
test('signed in, a conversation begun as a guest is taken over once', async () => {
  jar.set('chat_guest', 'guest-1').set('access_token', 'h.e30.s')
  answers = [
    [200, {}],
    [200, conversation],
    [200, conversation],
  ]
  for (let turn = 0; turn < 2; turn++) expect(await chatCalls.read({ limit: 20 })).toEqual(conversation)
  expect(sent).toEqual([
    ['POST /api/support/chat/guest/take-over', 'Bearer h.e30.s'],
    ['GET /api/support/chat?limit=20', 'Bearer h.e30.s'],
    ['GET /api/support/chat?limit=20', 'Bearer h.e30.s'],
  ])
  expect(jar.has('chat_guest')).toBe(false)
})

// Shows: attack 42
test('a take-over that is refused leaves the player a chat; one without an answer is tried again', async () => {
  jar.set('chat_guest', 'guest-1').set('access_token', 'h.e30.s')
  answers = [[422, { error: { name: 'chatTooManyMessages', message: '' } }], [200, conversation], null]
  expect(await chatCalls.read({})).toEqual(conversation)
  await expect(chatCalls.read({})).rejects.toMatchObject({ status: 0 })
  answers = [
    [200, {}],
    [200, conversation],
  ]
  expect(await chatCalls.read({})).toEqual(conversation)
  expect(sent.filter(([call]) => call.endsWith('take-over'))).toHaveLength(3)
  expect(jar.has('chat_guest')).toBe(false)
})
