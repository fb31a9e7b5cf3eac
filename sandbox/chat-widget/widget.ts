/**
 * A stand-in for a chat provider: a script with the provider's calls, and a conversation in a frame. Nobody replies;
 * conversations are lost when the sandbox stops.
 */
import { randomUUID } from 'node:crypto'
import { page, safe } from '../pages/layout.ts'
import { type Answer, html, redirect, type SandboxRoute, script, text } from '../router.ts'

type Conversation = { externalId: string | null; messages: string[] }

const widget = `(() => {
  const origin = new URL(document.currentScript.src).origin
  let [options, frame, listeners] = [null, null, {}]
  const emit = (name, payload) => (listeners[name] || []).forEach((listener) => listener(payload))
  addEventListener('message', ({ source, origin: from, data }) => {
    if (!frame || source !== frame.contentWindow || from !== origin) return
    if (data.type === 'user') emit('user:created', { success: true, data: { restoreId: data.restoreId } })
    if (data.type === 'close') widget.close()
  })
  const widget = {
    init(settings) { options = settings; setTimeout(() => emit('widget:loaded')) },
    open() {
      if (frame || !options) return
      const { token, externalId = '', restoreId = '', locale = 'en' } = options
      const query = new URLSearchParams({ token, externalId, restoreId, locale, parent: location.origin })
      frame = Object.assign(document.createElement('iframe'), { src: origin + '/chat-widget/frame?' + query, title: 'Chat' })
      Object.assign(frame.style, { position: 'fixed', insetInlineEnd: '0', bottom: '0', width: 'min(100%, 376px)', height: 'min(100dvh, 600px)', border: '0', zIndex: '2147483000' })
      document.body.append(frame)
      emit('widget:opened')
    },
    close() { if (frame) { frame.remove(); frame = null; emit('widget:closed') } },
    destroy() { widget.close(); options = null; listeners = {} },
    isOpen: () => frame !== null,
    on(name, listener) { (listeners[name] = listeners[name] || []).push(listener) },
    user: { clear: async () => { options = options && { ...options, externalId: '', restoreId: '' } } },
  }
  window.fcWidget = widget
})()`

const frameScript = `(() => {
  const { parent, restore } = document.body.dataset
  const post = (message) => window.parent.postMessage(message, parent)
  if (restore) post({ type: 'user', restoreId: restore })
  document.getElementById('close').onclick = () => post({ type: 'close' })
})()`

export function chatWidgetRoutes(): SandboxRoute[] {
  /** Conversations by restore id. */
  const conversations = new Map<string, Conversation>()

  function frame(query: URLSearchParams): Answer {
    const [externalId, restoreId] = [query.get('externalId') || null, query.get('restoreId') || '']
    const conversation = conversations.get(restoreId)
    // Like a real provider, restores with a restore id only the conversation of the same user.
    const ownConversation = conversation && conversation.externalId === externalId ? conversation : null
    const parent = query.get('parent') ?? ''
    const chatPage = page(
      'Chat',
      `<section class="sheet"><div class="split"><p class="brand">Plainchat · ${safe(query.get('locale'))}</p><button id="close">Close</button></div>
<ul class="list">${(ownConversation?.messages ?? []).map((message) => `<li>${safe(message)}</li>`).join('')}</ul>
<form method="post" action="/chat-widget/messages" class="actions">
<input type="hidden" name="query" value="${safe(query.toString())}">
<label>Message <input name="text" required maxlength="500"></label>
<button class="go">Send</button></form></section>`,
      { banner: 'Sandbox: a stand-in chat provider. Nobody replies here.' },
    )
    const opening = `<body data-parent="${safe(parent)}" data-restore="${ownConversation ? safe(restoreId) : ''}">`
    return {
      ...html(
        chatPage.body
          .replace('<body>', opening)
          .replace('</body>', '<script src="/chat-widget/frame.js"></script></body>'),
      ),
      framedBy: '*',
    }
  }

  return [
    { method: 'GET', path: '/chat-widget/widget.js', handle: () => script(widget) },
    { method: 'GET', path: '/chat-widget/frame.js', handle: () => script(frameScript) },
    { method: 'GET', path: '/chat-widget/frame', handle: ({ query }) => frame(query) },
    {
      method: 'POST',
      path: '/chat-widget/messages',
      handle({ body }) {
        const query = new URLSearchParams(text(body.query) ?? '')
        const externalId = query.get('externalId') || null
        let restoreId = query.get('restoreId') || ''
        const conversation = conversations.get(restoreId)
        if (!conversation || conversation.externalId !== externalId) {
          restoreId = randomUUID()
          conversations.set(restoreId, { externalId, messages: [] })
        }
        conversations.get(restoreId)!.messages.push((text(body.text) ?? '').slice(0, 500))
        query.set('restoreId', restoreId)
        return redirect(`/chat-widget/frame?${query}`)
      },
    },
  ]
}
