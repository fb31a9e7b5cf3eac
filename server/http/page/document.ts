/** Puts a rendered page into its document. Everything but the nonce and the visitor's own looks is the same for all who may see it. */
import type { PageAnswer } from '#web/entry-server.tsx'
import type { PageAssets } from './manifest.ts'
import type { Looks } from './looks.ts'
import { startScript } from './start-script.ts'

type Rendered = Extract<PageAnswer, { kind: 'page' }>
/** Writes the document for one request. */
export type WriteDocument = (nonce: string, looks: Looks) => string

/** Said before any style, so that the operator's layer is the last one whatever is loaded when. */
const layerOrder = '@layer reset,tokens,base,components,operator;'

export function documentOf(page: Rendered, assets: PageAssets, site: { catalogue: string; operatorCss: string; devStyles?: string[] }): WriteDocument {
  const tags = page.head.map(({ tag, attributes }) => `<${tag}${attributesText(attributes)}>`).join('')
  const start = startScript(assets)
  const fonts = assets.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`).join('')
  // A disabled link is never fetched; it tells the bundler's loader that these styles are in the page already.
  const held = assets.styles.map(({ href }) => `<link rel="stylesheet" href="${href}" disabled>`).join('')
  const linked = (site.devStyles ?? []).map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  const css = layerOrder + assets.styles.map(({ text }) => text).join('') + site.operatorCss
  const before = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">'
    + `<title>${escapeHtml(page.title)}</title>`
  const after = `${fonts}${held}${linked}${tags}<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="manifest" href="/site.webmanifest">`
  const jsonLd = page.jsonLd ? `<script type="application/ld+json">${page.jsonLd}</script>` : ''
  const body = `<div id="root">${page.body}</div><script type="application/json" id="state">${page.state}</script>${jsonLd}`
  const language = `lang="${page.locale}" dir="${page.direction}" data-catalogue="${site.catalogue}"`
  return (nonce, looks) => `<!doctype html><html ${language}${looksText(looks)}><head>${before}<style nonce="${nonce}">${css}</style>`
    + `${after}</head><body>${body}<script nonce="${nonce}">${start}</script></body></html>`
}

function looksText(looks: Looks): string {
  return attributesText({ 'data-theme': looks.theme, 'data-drawer': looks.drawer, 'data-cookies': looks.cookies })
}

function attributesText(attributes: Record<string, string>): string {
  return Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character]!)
}
