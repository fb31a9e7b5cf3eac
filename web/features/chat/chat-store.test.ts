import { expect, test } from 'vitest'
import type { ChatMessage, ChatState } from '#contract/chat.ts'
import { ApiError } from '../../api/client.ts'
import type { ChatCalls } from './chat-calls.ts'
import { ChatStore } from './chat-store.ts'

/** Creates a store and a fake server with one conversation, which can be unreachable, refuse, or lose answers. */
function setUp() {
  const messages: ChatMessage[] = []
  const server = { status: 200, losesAnswers: false, sent: [] as string[], reads: 0 }
  let version = 0
  let readByVisitor = 0
  const timers: Array<{ ms: number; work: () => void }> = []
  const stateOf = (): ChatState => ({
    isClosed: false,
    lastNumber: messages.length,
    readByVisitor,
    readBySupport: 0,
    unread: messages.filter(({ author, number }) => author === 'support' && number > readByVisitor).length,
    version: ++version,
  })
  const add = (id: string, text: string, author: ChatMessage['author'] = 'visitor') => {
    const number = messages.length + 1
    messages.push({ id, number, author, text, attachments: [], createdAt: '2026-11-22T12:00:00Z' })
    return messages.at(-1)!
  }
  const answer = () => {
    if (server.status !== 200) throw new ApiError(server.status, { name: 'refused', message: 'Please wait.' })
  }
  const calls: ChatCalls = {
    async read({ after, before, limit = 50 }) {
      server.reads++
      answer()
      const matching = messages.filter(
        ({ number }) => (after === undefined || number > after) && (before === undefined || number < before),
      )
      const shown = after === undefined ? matching.slice(-limit || matching.length) : matching.slice(0, limit)
      return { state: messages.length > 0 ? stateOf() : null, messages: shown }
    },
    async send({ id, text }) {
      answer()
      server.sent.push(text)
      const message = messages.find((known) => known.id === id) ?? add(id, text)
      if (server.losesAnswers) throw new ApiError(0, { name: 'unreachable' })
      return { message, state: stateOf() }
    },
    async markRead(number) {
      answer()
      readByVisitor = number
      return { state: stateOf() }
    },
    noteTyping: async () => answer(),
    upload: async () => ({ id: 'file', name: 'a.jpg', mimeType: 'image/jpeg', size: 1 }),
  }
  let ids = 0
  const store = new ChatStore({
    calls,
    newId: () => `id-${++ids}`,
    after(ms, work) {
      const timer = { ms, work }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
    },
  })
  const shown = () => store.current().messages.map(({ text }) => text)
  const outgoing = () => store.current().outgoing.map(({ text, state }) => `${text}: ${state}`)
  const write = (text: string) => store.send({ text, attachments: [] })
  return {
    store,
    messages,
    write,
    server,
    timers,
    add,
    stateOf,
    shown,
    outgoing,
    settle: () => new Promise((next) => setTimeout(next, 0)),
  }
}

test('messages that are written in quick succession arrive once each and in order', async () => {
  const { store, write, server, shown, outgoing, settle } = setUp()
  await store.refresh()
  for (const text of ['one', 'two', 'three']) write(text)
  expect(outgoing()).toEqual(['one: sending', 'two: sending', 'three: sending'])
  await settle()
  expect([shown(), outgoing(), server.sent]).toEqual([['one', 'two', 'three'], [], ['one', 'two', 'three']])
})

// Shows: attack 44
test('messages wait without a connection and are then sent in order, and a lost answer does not duplicate one', async () => {
  const { store, write, server, timers, shown, outgoing, settle } = setUp()
  await store.refresh()
  server.losesAnswers = true
  write('one')
  write('two')
  await settle()
  expect([store.current().isOffline, outgoing(), shown()]).toEqual([true, ['one: waiting', 'two: sending'], []])
  server.status = 0
  timers.at(-1)!.work()
  await settle()
  expect(timers.at(-1)!.ms).toBe(4_000)
  Object.assign(server, { status: 200, losesAnswers: false })
  store.resume()
  await settle()
  expect([store.current().isOffline, outgoing(), shown()]).toEqual([false, [], ['one', 'two']])
})

test('a refused message keeps its reason, does not block the next one, and can be retried or discarded', async () => {
  const { store, write, server, shown, outgoing, settle } = setUp()
  await store.refresh()
  server.status = 429
  write('one')
  await settle()
  expect(store.current().outgoing).toMatchObject([{ text: 'one', state: 'failed', fault: 'Please wait.' }])
  server.status = 200
  write('two')
  await settle()
  expect([shown(), outgoing()]).toEqual([['two'], ['one: failed']])
  store.retry('id-1')
  await settle()
  expect([shown(), outgoing()]).toEqual([['two', 'one'], []])
  server.status = 422
  write('three')
  await settle()
  store.discard('id-3')
  expect(outgoing()).toEqual([])
})

test('a push after a missed one reads the messages in between, and repeated or outdated pushes change nothing', async () => {
  const { store, server, add, stateOf, shown, settle } = setUp()
  const first = add('a', 'first')
  await store.refresh()
  const old = stateOf()
  add('b', 'second', 'support')
  const third = add('c', 'third', 'support')
  store.receive(third)
  await settle()
  expect(shown()).toEqual(['first', 'second', 'third'])
  const { reads } = server
  store.receive(first)
  store.receive(third)
  store.receiveState(old)
  expect([shown(), server.reads, store.current().state!.unread]).toEqual([['first', 'second', 'third'], reads, 2])
})

test('a message that is pushed before its answer is shown and sent once', async () => {
  const { store, messages, write, server, shown, outgoing, settle } = setUp()
  await store.refresh()
  write('hello')
  store.receive(messages[0]!)
  expect([shown(), outgoing()]).toEqual([['hello'], []])
  await settle()
  expect([shown(), outgoing(), server.sent]).toEqual([['hello'], [], ['hello']])
})

// Shows: attack 44
test('a message whose push was lost is shown by the next read', async () => {
  const { store, add, shown } = setUp()
  await store.refresh()
  add('a', 'sent, but not pushed', 'support')
  await store.refresh()
  expect([shown(), store.current().state!.unread]).toEqual([['sent, but not pushed'], 1])
  await store.markRead()
  expect(store.current().state!.unread).toBe(0)
})

test('a long conversation shows its newest messages first and loads earlier ones on request', async () => {
  const { store, add, shown } = setUp()
  for (let n = 1; n <= 120; n++) add(`id-${n}`, String(n))
  await store.refresh()
  expect([shown().length, shown()[0], store.current().hasEarlier]).toEqual([50, '71', true])
  await store.loadEarlier()
  await store.loadEarlier()
  expect([shown().length, shown()[0], store.current().hasEarlier]).toEqual([120, '1', false])
  for (let n = 121; n <= 240; n++) add(`id-${n}`, String(n))
  await store.refresh()
  expect(shown()).toHaveLength(240)
})

// Shows: attack 43
test('clear removes everything, and answers that arrive later restore nothing', async () => {
  const { store, write, timers, shown, outgoing, settle } = setUp()
  await store.refresh()
  write('private')
  store.changeDraft({ text: 'unsent' })
  const attaching = store.attach(new File(['x'], 'a.jpg'))
  store.receiveTyping('support')
  store.clear()
  await attaching
  await settle()
  expect([shown(), outgoing(), store.current().isTyping, store.current().phase]).toEqual([[], [], false, 'connecting'])
  expect(store.current().draft).toEqual({ text: '', attachments: [] })
  expect(timers).toEqual([])
  const reading = store.refresh()
  store.clear()
  await reading
  expect(store.current().phase).toBe('connecting')
})

test('typing of support is shown for 6 s or until the message, and own typing is sent at most every 4 s', async () => {
  const { store, timers, add } = setUp()
  await store.refresh()
  store.receiveTyping('visitor')
  expect(store.current().isTyping).toBe(false)
  store.receiveTyping('support')
  expect([store.current().isTyping, timers.at(-1)!.ms]).toEqual([true, 6_000])
  timers.at(-1)!.work()
  expect(store.current().isTyping).toBe(false)
  store.receiveTyping('support')
  store.receive(add('a', 'here', 'support'))
  expect(store.current().isTyping).toBe(false)
  store.noteTyping()
  store.noteTyping()
  expect(timers.filter(({ ms }) => ms === 4_000)).toHaveLength(1)
})

test('a failed first read can be retried', async () => {
  const { store, server } = setUp()
  server.status = 0
  await store.refresh()
  expect([store.current().phase, store.current().isOffline]).toEqual(['failed', true])
  server.status = 200
  await store.refresh()
  expect([store.current().phase, store.current().isOffline]).toEqual(['ready', false])
})
