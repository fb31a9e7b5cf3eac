/** The widget of an outside chat provider: its script is loaded with the first use. */
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

/** A host that has not answered by then is treated as away. */
const patienceMs = 8_000

let chat: ChatPort | null = null

export function outsideChat(navigator: Navigator, provider: Provider): ChatPort {
  chat ??= createOutsideChat(navigator, provider)
  return chat
}

function createOutsideChat(navigator: Navigator, { scriptUrl, host, token }: Provider): ChatPort {
  let widget: Promise<Widget> | null = null
  let opener: HTMLElement | null = null
  /** What a former visitor's widget still reports is dropped. */
  let visit = 0

  onSessionChange(({ reason }) => {
    if (reason !== 'refreshed') reset()
  })

  /** The next visitor gets a widget of their own. */
  function reset(): void {
    visit++
    widget?.then(end).catch(() => undefined)
    widget = null
  }

  async function start(): Promise<Widget> {
    const mine = visit
    const made = await loadScript(scriptUrl)
    const profile = accessToken() ? await callGet('GET /api/player/profile') : null
    // `reset` waits for this one, and ends it.
    if (mine !== visit) return made
    made.init({
      token,
      host,
      locale: navigator.visitor.locale,
      ...(profile && { externalId: profile.id }),
      ...(profile?.freshchatRestoreId && { restoreId: profile.freshchatRestoreId }),
    })
    made.on('widget:closed', () => {
      if (mine === visit && opener?.isConnected) opener.focus()
    })
    made.on('user:created', ({ data }) => {
      const restoreId = data?.restoreId
      if (mine === visit && profile && restoreId && restoreId !== profile.freshchatRestoreId)
        void storeRestoreId(restoreId)
    })
    return made
  }

  return {
    async open(link) {
      opener = link
      const mine = visit
      try {
        widget ??= start()
        const made = await widget
        if (mine === visit) made.open()
      } catch (error) {
        console.error(error)
        widget = null
        await showUnavailable(navigator, link)
      }
    },
    /** The provider shows its own unread replies, once it is loaded. */
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
  // A form or a game that it was opened from is not left.
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
    const timer = setTimeout(fail, patienceMs)
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
