/** A press of a link to help opens the chat where there is one; otherwise the link is followed. */
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

/** Null if there is none for this visitor. */
async function chatOf(navigator: Navigator): Promise<ChatPort | null> {
  const params = navigator.visitor.init.config.freshchatParams
  if (params === null || (!params.guestAvailable && !accessToken())) return null
  return (await import('./built-in-chat.tsx')).builtInChat(navigator)
}
