/** One mail or text message as its recipient sees it. */
import { html, missing, type SandboxRoute } from '../router.ts'
import type { Message, Store } from '../state.ts'
import { gone, page, safe } from './layout.ts'
import { type PageTexts, textsFrom } from './texts.ts'

export function messageItem(message: Message, { text }: PageTexts): string {
  const title = message.channel === 'sms' ? text('textMessage') : message.subject || text('noSubject')
  const body = message.channel === 'sms' ? `<pre>${safe(message.text)}</pre>` : ''
  return `<li><div class="split"><a href="/inbox/messages/${safe(message.id)}"><strong>${safe(title)}</strong></a><span class="soft">${safe(message.to)} · <time>${safe(message.at.slice(11, 19))}</time></span></div>${body}</li>`
}

export function messagePages(store: Store): SandboxRoute[] {
  const find = (id: string | undefined) => store.state.messages.find((message) => message.id === id)
  return [
    {
      method: 'GET',
      path: '/inbox/messages/:id',
      handle({ params, header }) {
        const texts = textsFrom(header('accept-language'))
        const message = find(params.id)
        return message
          ? page(message.subject || texts.text('textMessage'), view(message, texts), { isWide: true, texts })
          : gone(texts)
      },
    },
    /** The mail alone, for the frame. Its links open in the whole window, and the page's policy prevents scripts. */
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

function view(message: Message, { text }: PageTexts): string {
  const mail = message.html
    ? `<iframe class="mail" title="${safe(text('theMail'))}" src="/inbox/messages/${safe(message.id)}/mail" sandbox="allow-top-navigation-by-user-activation"></iframe>`
    : ''
  const about = [
    text('messageTo', { to: message.to }),
    ...(message.replyTo ? [text('messageReplyTo', { to: message.replyTo })] : []),
    message.at,
  ]
  const links = [...new Set(message.text.match(/https?:\/\/[^\s<>"]+/g) ?? [])]
    .map((link) => `<li><a href="${safe(link)}">${safe(link)}</a></li>`)
    .join('')
  return `<p><a href="/inbox">${safe(text('inbox'))}</a></p><section class="sheet"><h1>${safe(message.subject || text('textMessage'))}</h1><p class="soft">${about.map(safe).join(' · ')}</p>${mail}
<details${mail ? '' : ' open'}><summary>${safe(text('plainText'))}</summary><pre>${safe(message.text)}</pre>${links ? `<ul>${links}</ul>` : ''}</details></section>`
}
