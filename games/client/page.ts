// HTML of a game's page, with theme colours, texts and names inlined, so that two requests start the game.

import { readFileSync } from 'node:fs'
import { directionOf } from '#contract/locales.ts'
import { gameOf } from '../games.ts'
import { isGame, type Slug } from '../list.ts'
import { gameWords } from '../words.ts'

/** Vite's `.vite/manifest.json`. */
export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }>

export type PlayPage = { slug: string; locale: string; nonce: string; manifest: Manifest; theme: 'dark' | 'light' }

const words = new Map(
  Object.entries(
    JSON.parse(readFileSync(new URL('./words.json', import.meta.url), 'utf8')) as Record<
      string,
      Record<string, string>
    >,
  ),
)

export const base = '/studio/assets/'

const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

export function assetsOf(manifest: Manifest, entry: string): { script: string; styles: string[]; preload: string[] } {
  const chunk = manifest[entry]
  if (!chunk) throw new RangeError(`the build has no ${entry}`)
  const preload = new Set<string>()
  const styles = new Set(chunk.css)
  const visit = (key: string) => {
    const part = manifest[key]
    if (!part || preload.has(part.file)) return
    preload.add(part.file)
    part.css?.forEach((file) => styles.add(file))
    part.imports?.forEach(visit)
  }
  chunk.imports?.forEach(visit)
  return { script: chunk.file, styles: [...styles], preload: [...preload] }
}

export function head({
  nonce,
  manifest,
  entry,
  extra,
}: {
  nonce: string
  manifest: Manifest
  entry: string
  extra: string[]
}): string {
  const { script, styles, preload } = assetsOf(manifest, entry)
  const parts = extra.flatMap((key) => (manifest[key] ? [assetsOf(manifest, key)] : []))
  const also = parts.flatMap((part) => [part.script, ...part.preload])
  for (const part of parts) styles.push(...part.styles.filter((file) => !styles.includes(file)))
  return [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><meta name="robots" content="noindex">',
    ...styles.map((file) => `<link rel="stylesheet" href="${base}${file}" nonce="${nonce}">`),
    ...[...new Set([...preload, ...also])].map(
      (file) => `<link rel="modulepreload" crossorigin href="${base}${file}" nonce="${nonce}">`,
    ),
    `<script type="module" crossorigin src="${base}${script}" nonce="${nonce}"></script>`,
  ].join('')
}

/** If the script cannot be loaded, for example during a deployment, the page says so and offers a reload. */
function failureScript(title: string, again: string): string {
  return `addEventListener('error',({target})=>{if(target.tagName!=='SCRIPT')return;const main=document.querySelector('main'),heading=document.createElement('h1'),button=document.createElement('button');heading.textContent=${escapeJson(title)};button.textContent=${escapeJson(again)};button.className='primary';button.onclick=()=>location.reload();main.className='dead';main.role='alert';main.replaceChildren(heading,button)},true)`
}

/** Must agree with `viewOf` in main.ts, which loads the view. */
function viewOf(slug: Slug): string {
  const { kind } = gameOf(slug).maths
  return kind === 'slot' || kind === 'dice' ? `games/client/${kind}/${kind}-view.ts` : `games/${slug}/client/view.ts`
}

/** Throws RangeError for an unknown game. An unknown locale falls back to English. */
export function renderPlayPage({ slug, locale: wished, nonce, manifest, theme }: PlayPage): string {
  if (!isGame(slug)) throw new RangeError(`there is no game ${slug}`)
  const locale = words.has(wished) ? wished : 'en'
  const look = gameOf(slug).theme
  const colours = Object.entries(look).flatMap(([name, value]) =>
    typeof value === 'string' ? [`--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}:${value}`] : [],
  )
  const pageData = {
    slug,
    locale,
    words: { ...words.get(locale), ...gameWords(slug, locale).labels },
    names: gameWords(slug, locale).symbols ?? {},
    notes: look.key,
  }
  const title = escapeHtml(words.get(locale)!.loading ?? '')
  return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}" data-theme="${theme}"><head><script nonce="${nonce}">${failureScript(words.get(locale)!.cannotOpen ?? '', words.get(locale)!.tryAgain ?? '')}</script>${head({ nonce, manifest, entry: 'games/client/main.ts', extra: [viewOf(slug), `games/${slug}/client/art.ts`] })}<title>${escapeHtml(gameWords(slug, locale).name)}</title><style nonce="${nonce}">:root{${colours.join(';')}}</style></head><body><main class="loading" role="status"><span class="loading-mark"></span><p>${title}</p></main><script type="application/json" id="page-data" nonce="${nonce}">${escapeJson(pageData)}</script></body></html>`
}
