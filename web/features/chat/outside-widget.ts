/** The widget of an external chat provider. Its script is loaded on first use. */
import type { RouteReply } from '#contract/api.ts'
import { api } from '../../api/client.ts'
import { accessToken, onSessionChange } from '../../api/session.ts'
import { callGet } from '../../api/use-api.ts'
import { showToast } from '../../design/toast/toast-store.ts'
import { localePath } from '../../render/match.ts'
import type { Navigator } from '../../render/navigate.ts'
import type { ChatPort } from './chat-port.ts'

type Widget = {
  init(options: { token: string; host: string; locale: string; externalId?: string; restoreId?: string }): void
  open(): void
  destroy(): void
  on(event: 'widget:closed', handler: () => void): void
  on(event: 'user:created', handler: (answer: { data?: { restoreId?: string } }) => void): void
  user: { clear(): Promise<unknown> }
}
declare global {
  interface Window {
    fcWidget?: Widget
  }
}

type Provider = NonNullable<RouteReply<'GET /api/settings/chat-widget'>['widget']>

/** The time after which a host that has not answered counts as unavailable. */
const loadTimeoutMs = 8_000

let chat: ChatPort | null = null

export function outsideChat(navigator: Navigator, provider: Provider): ChatPort {
  chat ??= createOutsideChat(navigator, provider)
  return chat
}

function createOutsideChat(navigator: Navigator, { scriptUrl, host, token }: Provider): ChatPort {
  let widget: Promise<Widget> | null = null
  let opener: HTMLElement | null = null
  /** Incremented when the visitor changes, so that events of the previous visitor's widget are dropped. */
  let visit = 0

  onSessionChange(({ reason }) => {
    if (reason !== 'refreshed') reset()
  })

  /** Ends the widget, because the next visitor needs a new one. */
  function reset(): void {
    visit++
    widget?.then(end).catch(() => undefined)
    widget = null
  }

  async function start(): Promise<Widget> {
    const ownVisit = visit
    const instance = await loadScript(scriptUrl)
    const profile = accessToken() ? await callGet('GET /api/player/profile') : null
    // `reset` has been called and will end this instance.
    if (ownVisit !== visit) return instance
    instance.init({
      token,
      host,
      locale: navigator.visitor.locale,
      ...(profile && { externalId: profile.id }),
      ...(profile?.freshchatRestoreId && { restoreId: profile.freshchatRestoreId }),
    })
    instance.on('widget:closed', () => {
      if (ownVisit === visit && opener?.isConnected) opener.focus()
    })
    instance.on('user:created', ({ data }) => {
      const restoreId = data?.restoreId
      if (ownVisit === visit && profile && restoreId && restoreId !== profile.freshchatRestoreId)
        void storeRestoreId(restoreId)
    })
    return instance
  }

  return {
    async open(link) {
      opener = link
      const ownVisit = visit
      try {
        widget ??= start()
        const instance = await widget
        if (ownVisit === visit) instance.open()
      } catch (error) {
        console.error(error)
        widget = null
        await showUnavailable(navigator, link)
      }
    },
    /** The provider shows unread replies itself, once its script is loaded. */
    resume: async () => {},
  }
}

function end(widget: Widget): void {
  widget.user.clear().catch(() => undefined)
  widget.destroy()
}

/** A failed update of the restore id is only logged (specification, section 8). */
async function storeRestoreId(freshchatRestoreId: string): Promise<void> {
  await api('PUT /api/player/profile', { body: { freshchatRestoreId } }).catch((error: unknown) =>
    console.error('the restore id of the chat was not stored', error),
  )
}

async function showUnavailable(navigator: Navigator, link: HTMLElement): Promise<void> {
  const { labels, visitor } = navigator.loader
  await labels.load('chat')
  const t = labels.translator('chat')
  showToast({ type: 'info', title: t('unavailable'), description: t('unavailableText') })
  // A link next to a form or game must not navigate away from it.
  if (link.dataset.aside === undefined) await navigator.go(localePath('/contact', visitor.locale, visitor.locales))
}

function loadScript(src: string): Promise<Widget> {
  return new Promise((resolve, reject) => {
    if (window.fcWidget) return resolve(window.fcWidget)
    const script = Object.assign(document.createElement('script'), { src, async: true })
    const fail = () => {
      script.remove()
      reject(new Error('the script of the chat could not be loaded'))
    }
    const timer = setTimeout(fail, loadTimeoutMs)
    script.onload = () => {
      clearTimeout(timer)
      if (window.fcWidget) resolve(window.fcWidget)
      else fail()
    }
    script.onerror = () => {
      clearTimeout(timer)
      fail()
    }
    document.head.append(script)
  })
}
