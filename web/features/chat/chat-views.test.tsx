/** Tests of the chat's views in all states and locales, rendered from fixtures. */
import { expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import type { ChatMessage, ChatState } from '#contract/chat.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { markupOf } from '#tests/setup/markup.tsx'
import type { ChatSnapshot, Outgoing } from './chat-store.ts'
import { ChatView, Welcome } from './chat-view.tsx'
import { Composer } from './composer.tsx'

const file = { id: 'f', name: 'receipt.jpg', mimeType: 'image/jpeg', size: 5 }
const message = (number: number, author: ChatMessage['author'], text: string): ChatMessage => ({
  id: `m-${number}`,
  number,
  author,
  text,
  attachments: [],
  createdAt: '2026-11-22T12:00:00Z',
})
const outgoing = (state: Outgoing['state'], fault: string | null = null): Outgoing => ({
  id: state,
  text: 'unsent',
  attachments: [],
  state,
  fault,
})
const state: ChatState = { isClosed: false, lastNumber: 2, readByVisitor: 2, readBySupport: 1, unread: 0, version: 1 }
const ready: ChatSnapshot = {
  phase: 'ready',
  state: null,
  messages: [],
  outgoing: [],
  hasEarlier: false,
  isTyping: false,
  isOffline: false,
  draft: { text: '', attachments: [] },
}

function chatOf(
  change: Partial<ChatSnapshot>,
  locale: string = 'en',
  more: { isGuest?: boolean; isDialog?: boolean } = {},
) {
  const snapshot = { ...ready, ...change }
  const nothing = () => undefined
  const actions = {
    close: nothing,
    reload: nothing,
    loadEarlier: nothing,
    retry: nothing,
    discard: nothing,
    download: nothing,
  }
  return markupOf(
    <ChatView
      snapshot={snapshot}
      actions={actions}
      isGuest={more.isGuest ?? false}
      isDialog={more.isDialog ?? false}
      welcome={
        <Welcome
          topics={[{ identity: 'payments', title: 'Payments' }]}
          support={{ hours: 'Every day', answerTime: '' }}
        />
      }
      composer={
        <Composer
          draft={snapshot.draft}
          onDraft={nothing}
          onSend={nothing}
          onAttach={more.isGuest ? null : async () => {}}
        />
      }
    />,
    { locale },
  )
}

const states: Record<string, Partial<ChatSnapshot>> = {
  connecting: { phase: 'connecting' },
  'failed to load': { phase: 'failed' },
  empty: {},
  'a conversation': {
    state,
    hasEarlier: true,
    isTyping: true,
    messages: [message(1, 'visitor', 'Hello'), { ...message(2, 'support', 'Hi'), attachments: [file] }],
  },
  'sending, waiting and refused': {
    state,
    isOffline: true,
    outgoing: [outgoing('sending'), outgoing('waiting'), outgoing('failed', 'Too quick.')],
  },
  closed: { state: { ...state, isClosed: true }, messages: [message(1, 'visitor', 'Thanks')] },
  'too long, with a file': { draft: { text: 'x'.repeat(2003), attachments: [file] } },
}

test.each(Object.keys(states))('the state "%s" has all texts in every locale', (name) => {
  for (const locale of locales) {
    const chat = Object.keys(labelsOf('chat', locale))
    const markup = chatOf(states[name]!, locale)
    const words = markup.replaceAll(/<[^>]*>/g, ' ').split(/\s+/)
    // A missing label is shown as its key.
    expect(
      chat.filter((key) => /[A-Z]/.test(key) && words.includes(key)),
      locale,
    ).toEqual([])
    expect(markup, locale).not.toMatch(/aria-label="(title|close|log|message|send|attach)"/)
  }
})

test('markup in a message is escaped, and the message has its own text direction', () => {
  const markup = chatOf({ state, messages: [message(1, 'support', '<img src=x onerror=alert(1)>\nسطر')] })
  expect(markup).toContain('<p dir="auto">&lt;img src=x onerror=alert(1)&gt;\nسطر</p>')
})

test('the log is a polite live region, and each message names its author for screen readers', () => {
  const markup = chatOf(states['a conversation']!)
  expect(markup).toMatch(/role="log" aria-live="polite"/)
  expect(markup).toMatch(/You: <\/span><p dir="auto">Hello/)
  expect(markup).toMatch(/Support: <\/span><p dir="auto">Hi/)
})

test('the last own message shows whether it was read', () => {
  const messages = [message(1, 'visitor', 'one'), message(2, 'visitor', 'two')]
  expect(chatOf({ state, messages })).toMatch(/·\u00a0Sent<\/small>/)
  expect(chatOf({ state: { ...state, readBySupport: 2 }, messages })).toMatch(/·\u00a0Read<\/small>/)
})

test('the panel is a dialog over the page, and a labelled complementary region when docked', () => {
  expect(chatOf({}, 'en', { isDialog: true })).toMatch(/role="dialog" aria-modal="true" aria-labelledby="chat-title"/)
  expect(chatOf({})).toMatch(/role="complementary" aria-labelledby="chat-title"/)
})

test('guests see that the conversation ends with the browser session, and no button for files', () => {
  const markup = chatOf({}, 'en', { isGuest: true })
  expect(markup).toContain('Without an account, the conversation ends when you close the browser.')
  expect(markup).not.toContain('Attach a picture or PDF')
  expect(chatOf({})).toContain('Attach a picture or PDF')
})
