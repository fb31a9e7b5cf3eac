/** The layout of every sandbox page, and escaping of text for markup. */
import * as HttpStatus from '#contract/statuses.ts'
import { html, type Answer } from '../router.ts'
import { style } from './style.ts'
import { type PageTexts, textsIn } from './texts.ts'

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const safe = (text: string | number | null | undefined): string =>
  String(text ?? '').replaceAll(/[&<>"']/g, (mark) => marks[mark]!)

const brand = `<p class="brand"><svg viewBox="0 0 20 20" aria-hidden="true"><path fill="currentColor" d="M3 4h14v3H3zM3 9h9v3H3zM3 14h5v3H3z"/></svg>Plainpay</p>`

export function page(
  title: string,
  body: string,
  options: { isWide?: boolean; status?: number; refreshSeconds?: number; banner?: string; texts?: PageTexts } = {},
): Answer {
  const { locale, direction, text } = options.texts ?? textsIn('en')
  const refresh = options.refreshSeconds ? `<meta http-equiv="refresh" content="${options.refreshSeconds}">` : ''
  return html(
    `<!doctype html><html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${refresh}<title>${safe(title)}</title><style>${style}</style></head>
<body><p class="banner">${safe(options.banner ?? text('banner'))}</p><main${options.isWide ? ' class="wide"' : ''}>${body}</main></body></html>`,
    options.status,
  )
}

export function sheet(body: string): string {
  return `<section class="sheet">${brand}${body}</section>`
}

export function gone(texts = textsIn('en')): Answer {
  const { text } = texts
  return page(text('notFound'), sheet(`<h1>${text('notFound')}</h1><p class="soft">${text('notFoundText')}</p>`), {
    status: HttpStatus.notFound,
    texts,
  })
}
