/** The built-in chat. Its store and its panel, which is a separate React root, survive navigation. */
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { newUuid } from '#contract/new-uuid.ts'
import { onSessionChange, accessToken } from '../../api/session.ts'
import { showToast } from '../../design/toast/toast-store.ts'
import { live } from '../../live/page-live.ts'
import { LabelsContext } from '../../render/labels.tsx'
import type { Navigator } from '../../render/navigate.ts'
import { NavigatorContext } from '../../render/router.tsx'
import { chatCalls } from './chat-calls.ts'
import { ChatPanel } from './chat-panel.tsx'
import type { ChatPort } from './chat-port.ts'
import { ChatStore } from './chat-store.ts'
import { isDockable, onDockableChange } from './dock.ts'
import { readGuestToken, removeGuestToken } from './guest-token.ts'
import { noteChatUse } from '../../live/used-chat.ts'

/** Polling is necessary because guests receive no pushes and a player's connection may be down. */
const pollMs = { openGuest: 4_000, other: 30_000 }

let chat: ChatPort | null = null

/** Returns the chat of the page, which is created on the first call. */
export function builtInChat(navigator: Navigator): ChatPort {
  chat ??= createBuiltInChat(navigator)
  return chat
}

function createBuiltInChat(navigator: Navigator): ChatPort {
  const store = new ChatStore({
    calls: chatCalls,
    newId: newUuid,
    after(ms, work) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  })
  const panel = createPanel(navigator, store)
  /** Null until it is known, so that only replies that arrive while the page is open are announced. */
  let unread: number | null = null
  let isFollowing = false
  let isUsed = false

  function follow(): void {
    if (isFollowing) return
    isFollowing = true
    live.on('support:chat', 'chat.message', (message) => store.receive(message))
    live.on('support:chat', 'chat.state', (state) => store.receiveState(state))
    live.on('support:chat', 'chat.typing', ({ author }) => store.receiveTyping(author))
    live.onUnrecovered('support:chat', () => void store.refresh())
    addEventListener('online', () => void store.refresh())
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void store.refresh())
    setInterval(poll, pollMs.openGuest)
    store.subscribe(showUnread)
    onSessionChange(({ isSignedIn, reason }) => {
      if (reason !== 'refreshed') void changeVisitor(isSignedIn)
    })
  }

  let polledAt = 0
  function poll(): void {
    const isPlayer = accessToken() !== null
    if (document.visibilityState !== 'visible' || (isPlayer ? !panel.isOpen() : !readGuestToken())) return
    const everyMs = !isPlayer && panel.isOpen() ? pollMs.openGuest : pollMs.other
    if (Date.now() < polledAt + everyMs) return
    polledAt = Date.now()
    void store.refresh()
  }

  /** Sets attributes with which the style sheet shows the number of unread replies on links to help. */
  function showUnread(): void {
    const { state, messages, outgoing } = store.current()
    if (!isUsed && (messages.length > 0 || outgoing.length > 0)) {
      isUsed = true
      noteChatUse(true)
    }
    const count = panel.isOpen() ? 0 : (state?.unread ?? 0)
    if (unread !== null && count > unread) void announce()
    if (state) unread = count
    document.documentElement.style.setProperty('--chat-unread', String(count))
    document.documentElement.toggleAttribute('data-chat-unread', count > 0)
  }

  async function announce(): Promise<void> {
    await navigator.loader.labels.load('chat')
    showToast({ type: 'info', title: navigator.loader.labels.translator('chat')('newReply') })
  }

  async function changeVisitor(isSignedIn: boolean): Promise<void> {
    store.clear()
    if (isSignedIn) return store.refresh()
    removeGuestToken()
    unread = null
    isUsed = false
    noteChatUse(false)
    panel.close()
  }

  return {
    async resume() {
      follow()
      await store.refresh()
    },
    async open(opener) {
      follow()
      panel.open(opener)
      showUnread()
      await store.refresh()
    },
  }
}

type Panel = { open(opener: HTMLElement): void; close(): void; isOpen(): boolean }

/** Adds the panel to the document. Under a dialog the page is inert; next to a docked panel it is narrower. */
function createPanel(navigator: Navigator, store: ChatStore): Panel {
  let root: Root | null = null
  let container: HTMLElement | null = null
  let opener: HTMLElement | null = null
  let hasEntry = false
  let inert: Element[] = []

  function render(): void {
    const { labels, client } = navigator.loader
    root?.render(
      <QueryClientProvider client={client}>
        <LabelsContext value={labels}>
          <NavigatorContext value={navigator}>
            <Suspense fallback={null}>
              <ChatPanel store={store} onClose={close} />
            </Suspense>
          </NavigatorContext>
        </LabelsContext>
      </QueryClientProvider>,
    )
  }

  function arrange(): void {
    for (const element of inert) element.removeAttribute('inert')
    inert = []
    if (!container) {
      delete document.documentElement.dataset.chat
      return
    }
    document.documentElement.dataset.chat = isDockable() ? 'docked' : 'dialog'
    if (isDockable()) return
    inert = [...document.body.children].filter((element) => element !== container && !element.hasAttribute('inert'))
    for (const element of inert) element.setAttribute('inert', '')
  }

  function close(): void {
    if (!container) return
    root?.unmount()
    container.remove()
    root = container = null
    arrange()
    if (opener?.isConnected) opener.focus()
    if (hasEntry && isOwnEntry()) history.back()
    hasEntry = false
  }

  onDockableChange(() => {
    if (container) arrange()
  })
  // The browser's "back" closes a dialog that covers the page.
  addEventListener('popstate', () => {
    if (!hasEntry || isOwnEntry()) return
    hasEntry = false
    close()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !container) return
    // If the panel is docked, Escape closes it only while the focus is inside.
    if (!isDockable() || container.contains(event.target as Node)) close()
  })
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a')
    if (!link || !container?.contains(link) || isDockable()) return
    hasEntry = false
    close()
  })

  return {
    isOpen: () => container !== null,
    close,
    open(trigger) {
      if (container) return container.querySelector<HTMLElement>(isDockable() ? 'textarea' : 'h2')?.focus()
      opener = trigger
      container = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'chat' }))
      root = createRoot(container)
      void navigator.loader.labels.load('chat').then(() => {
        if (!container) return
        render()
        arrange()
        if (!isDockable()) {
          history.pushState({ ...history.state, isChat: true }, '')
          hasEntry = true
        }
      })
    },
  }
}

function isOwnEntry(): boolean {
  return (history.state as { isChat?: boolean } | null)?.isChat === true
}
