/** One mail or text message as its recipient sees it. */
import { html, missing, type SandboxRoute } from '../router.ts'
import type { Message, Store } from '../state.ts'
import { gone, page, safe } from './layout.ts'

export function messageItem(message: Message): string {
  const what = message.channel === 'sms' ? 'Text message' : message.subject || 'Email without a subject'
  const body = message.channel === 'sms' ? `<pre>${safe(message.text)}</pre>` : ''
  return `<li><div class="split"><a href="/inbox/messages/${safe(message.id)}"><strong>${safe(what)}</strong></a><span class="soft">${safe(message.to)} · <time>${safe(message.at.slice(11, 19))}</time></span></div>${body}</li>`
}

export function messagePages(store: Store): SandboxRoute[] {
  const find = (id: string | undefined) => store.state.messages.find((message) => message.id === id)
  return [
    {
      method: 'GET',
      path: '/inbox/messages/:id',
      handle({ params }) {
        const message = find(params.id)
        return message ? page(message.subject || 'Text message', view(message), { isWide: true }) : gone()
      },
    },
    /** The mail alone, for the frame: its links open in the whole window, and the page's policy prevents scripts. */
    {
      method: 'GET',
      path: '/inbox/messages/:id/mail',
      handle({ params }) {
        const mail = find(params.id)?.html
        return mail ? html(mail.replace('<head>', '<head><base target="_top">')) : missing()
      },
    },
  ]
}

function view(message: Message): string {
  const mail = message.html
    ? `<iframe class="mail" title="The mail" src="/inbox/messages/${safe(message.id)}/mail" sandbox="allow-top-navigation-by-user-activation"></iframe>`
    : ''
  const links = [...new Set(message.text.match(/https?:\/\/[^\s<>"]+/g) ?? [])]
    .map((link) => `<li><a href="${safe(link)}">${safe(link)}</a></li>`)
    .join('')
  return `<p><a href="/inbox">Inbox</a></p><section class="sheet"><h1>${safe(message.subject || 'Text message')}</h1><p class="soft">To ${safe(message.to)}${message.replyTo ? `, answers to ${safe(message.replyTo)}` : ''}, ${safe(message.at)}</p>${mail}
<details${mail ? '' : ' open'}><summary>As plain text</summary><pre>${safe(message.text)}</pre>${links ? `<ul>${links}</ul>` : ''}</details></section>`
}
