/** Opens the chat for a link to help. Without a chat, the link navigates to the contact page. */
import type { RouteReply } from '#contract/api.ts'
import { api } from '../../api/client.ts'
import { accessToken } from '../../api/session.ts'
import type { Navigator } from '../../render/navigate.ts'
import type { ChatPort } from './chat-port.ts'

export async function openChat(navigator: Navigator, link: HTMLAnchorElement): Promise<void> {
  const chat = await chatOf(navigator)
  if (chat) return chat.open(link)
  if (link.dataset.aside !== undefined) window.open(link.href, '_blank', 'noopener')
  else await navigator.go(link.href)
}

export async function resumeChat(navigator: Navigator): Promise<void> {
  await (await chatOf(navigator))?.resume()
}

/** Returns null if this visitor has no chat. */
async function chatOf(navigator: Navigator): Promise<ChatPort | null> {
  const params = navigator.visitor.init.config.freshchatParams
  if (params === null || (!params.guestAvailable && !accessToken())) return null
  const widget = await providerOf()
  return widget
    ? (await import('./outside-widget.ts')).outsideChat(navigator, widget)
    : (await import('./built-in-chat.tsx')).builtInChat(navigator)
}

type Provider = RouteReply<'GET /api/settings/chat-widget'>['widget']
let provider: Promise<Provider> | null = null

/** Reads the chat provider once; after a failure the next call tries again. */
function providerOf(): Promise<Provider> {
  provider ??= api('GET /api/settings/chat-widget').then(
    ({ widget }) => widget,
    () => {
      provider = null
      return null
    },
  )
  return provider
}
