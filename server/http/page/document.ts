/**
 * Wraps a rendered page in its HTML document. Only the nonce and the visitor's display preferences differ between
 * visitors.
 */
import { bytesOf, type Part } from './bytes.ts'
import type { RenderedPage } from '#contract/pages.ts'
import type { PageAssets } from './manifest.ts'
import type { Preferences } from './preferences.ts'
import { inlineEntry } from './inline-entry.ts'
import { manifestAddress } from './app-manifest.ts'
import { type Brand, brandIcons } from '../../reference/index.ts'

/** A static page has no scripts and no state to hydrate from. */
export type DocumentSite = {
  isStatic?: boolean
  /** The address of the equivalent page for browsers without scripts. */
  withoutScripts?: string | null
  catalogue: string
  build: string
  operatorCss: string
  /** The notice on every page of a recovery drill. */
  drill?: string | null
  brand?: Partial<Brand> | undefined
  devStyles?: string[]
  /** For an installed site: its icon, and whether pages register the service worker. */
  app?: { appleIcon: string; hasWorker: boolean }
  /** Origins of the chat provider, which stay allowed when a visitor withdraws the consent to analytics. */
  chat?: string
}

/** Declared before all styles, so that the operator's layer is last regardless of load order. */
const layerOrder = '@layer reset,tokens,base,components,operator;'
export const devices =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">'

type PageOwner = { id: string; now: number }

export class PageDocument {
  readonly #opening: string
  readonly #title: string
  readonly #frame: Frame
  readonly #isStatic: boolean
  #content: Part[]

  constructor(page: RenderedPage, assets: PageAssets, site: DocumentSite) {
    this.#frame = frameOf(assets, site)
    this.#opening = `<!doctype html><html lang="${page.locale}" dir="${page.direction}" data-catalogue="${site.catalogue}" data-build="${site.build}"${site.app?.hasWorker ? ' data-worker' : ''}${site.chat ? ` data-chat="${escapeHtml(site.chat)}"` : ''}`
    this.#title = `<title>${escapeHtml(page.title)}</title>`
    const tags = page.head.map(({ tag, attributes }) => `<${tag}${attributesText(attributes)}>`).join('')
    const jsonLd = page.jsonLd ? `<script type="application/ld+json">${page.jsonLd}</script>` : ''
    this.#content = [
      this.#frame.links,
      site.withoutScripts
        ? `<noscript><meta${attributesText({ 'http-equiv': 'refresh', content: `0;url=${site.withoutScripts}` })}></noscript>`
        : '',
      tags,
      iconsText(page.locale, site),
      `</head><body>${drillText(site.drill)}<div id="root">`,
      page.body,
      '</div>',
      ...(site.isStatic ? [] : ['<script type="application/json" id="state">', ...page.state, '</script>']),
      jsonLd,
    ]
    this.#isStatic = site.isStatic ?? false
  }

  /**
   * The complete document for one request. `player`: the page's owner and time, which the browser compares with its
   * own.
   */
  write(nonce: string, looks: Preferences, player: PageOwner | null = null): Buffer {
    return bytesOf(this.#partsOf(looks, player).flatMap((piece, index) => (index === 0 ? piece : [nonce, ...piece])))
  }

  /** The document of a guest without its nonces, divided where they belong. */
  pieces(looks: Preferences): Buffer[] {
    return this.#partsOf(looks, null).map(bytesOf)
  }

  #partsOf(looks: Preferences, player: PageOwner | null): Part[][] {
    const own = player === null ? '' : attributesText({ 'data-player': player.id, 'data-now': String(player.now) })
    const opening = `${this.#opening}${looksText(looks)}${own}><head>${devices}${this.#title}<style nonce="`
    const visible = ['">', this.#frame.styles, ...this.#content]
    if (this.#isStatic) return [[opening], [...visible, '</body></html>']]
    return [[opening], [...visible, '<script nonce="'], ['"', this.#frame.start]]
  }

  /** Encodes the texts once, for a document that is written repeatedly. */
  settle(): this {
    this.#content = [bytesOf(this.#content)]
    return this
  }
}

type Frame = { styles: Buffer; links: string; start: Buffer }
/** The parts that pages with the same chunks share, for the lifetime of the build. */
const frames = new WeakMap<PageAssets, Frame>()

function frameOf(assets: PageAssets, { operatorCss, devStyles = [] }: DocumentSite): Frame {
  const known = devStyles.length === 0 && frames.get(assets)
  if (known) return known
  const fonts = assets.fonts.map(
    (href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`,
  )
  // A disabled link is never fetched; it tells the bundler's loader that the styles are already in the page.
  const disabledLinks = assets.styles.map(({ href }) =>
    href === null ? '' : `<link rel="stylesheet" href="${href}" disabled>`,
  )
  const linked = devStyles.map((href) => `<link rel="stylesheet" href="${href}">`)
  const frame = {
    styles: Buffer.from(`${layerOrder}${assets.styles.map(({ text }) => text).join('')}${operatorCss}</style>`),
    links: [...fonts, ...disabledLinks, ...linked].join(''),
    start: Buffer.from(
      `${attributesText({ 'data-entry': assets.entry, 'data-preloads': assets.preloads.join(' ') })}>${inlineEntry}</script></body></html>`,
    ),
  }
  frames.set(assets, frame)
  return frame
}

/** The notice is for staff, so in English. It is outside the root, so that hydration does not remove it. */
function drillText(drill: string | null | undefined): string {
  if (!drill) return ''
  const style =
    'position:fixed;inset-block-end:0;inset-inline:0;z-index:2147483647;padding:8px;text-align:center;pointer-events:none;background:Mark;color:MarkText'
  return `<div${attributesText({ id: 'drill', role: 'status', lang: 'en', dir: 'ltr', style })}>${escapeHtml(drill)}</div>`
}

function looksText(looks: Preferences): string {
  return attributesText({
    'data-theme': looks.theme,
    'data-drawer': looks.drawer,
    'data-cookies': looks.cookies,
    ...(looks.reminder !== null && { 'data-reminder': looks.reminder }),
    ...(looks.life !== null && { 'data-life': looks.life }),
    ...(looks.offer !== null && { 'data-offer': looks.offer }),
  })
}

/** The operator's icon, with its light variant for light browsers; otherwise the default icon. */
function iconsText(locale: string, { brand, app }: DocumentSite): string {
  const icons = brandIcons(brand).map(
    ({ src, type, sizes, isForLight }) =>
      `<link${attributesText({ rel: 'icon', href: src, type, sizes, ...(isForLight && { media: '(prefers-color-scheme: light)' }) })}>`,
  )
  const apple = app ? `<link rel="apple-touch-icon" href="${app.appleIcon}">` : ''
  return `${icons.join('') || '<link rel="icon" href="/icon.svg" type="image/svg+xml">'}${apple}<link rel="manifest" href="${manifestAddress(locale)}">`
}

function attributesText(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes text inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character]!)
}
