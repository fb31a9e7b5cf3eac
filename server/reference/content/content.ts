/** The content is loaded and checked at startup; the operator's files are merged over the shipped ones. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { ContentDirectory } from '#contract/content.ts'
import { readBrand, type ServedPicture } from './brand.ts'
import { readTree, type Tree, unreadTexts } from './read-tree.ts'
import { checkFile, faultLine } from './internal/check-file.ts'

export type Content = {
  /** Locales that have a folder. */
  readonly locales: readonly string[]
  /** Label areas: the keys of `ui.json`. */
  readonly areas: readonly string[]
  /** Changes with every text; caches of rendered pages depend on it. */
  readonly version: string
  /** Increases with every call of `replace`. Caches of data rendered from content have it in their keys. */
  readonly revision: number
  /** Texts that a locale lacks, such as `de/alerts/payments/expired.title`; the default language is shown instead. */
  readonly missing: readonly string[]
  /** The operator's own pictures, by the hashed names under which they are served. */
  readonly pictures: ReadonlyMap<string, ServedPicture>
  /** File name -> its keys, e.g. read('de', 'alerts').payments. For an unknown locale the default is read. */
  read(locale: string, directory: ContentDirectory | ServerFolder): Record<string, unknown>
  /** Label key -> ICU message. Keys missing in a locale are the default locale's. */
  labels(locale: string, area: string): Record<string, string>
  /** Overrides loaded files with these, which replace those of the previous call. */
  replace(edited: Tree): void
}

/**
 * Mails, text messages, notifications of jobs and messages of refusals. Pages do not need these files, so the API does
 * not return them.
 */
export type ServerFolder = 'mails' | 'notices' | 'texts' | 'refusals'

export class ContentError extends Error {}

const shippedFolder = join(import.meta.dirname, '../../../content')
const fallbackLocale = 'en'

/** Reads everything once. Throws a ContentError that names each invalid file. */
export function loadContent({
  contentDir = null,
  shipped = shippedFolder,
}: { contentDir?: string | null; shipped?: string } = {}): Content {
  const layers = [readTree(shipped), ...(contentDir ? [readTree(contentDir)] : [])]
  const unread = contentDir && unreadTexts(contentDir)
  if (unread) throw new Error(`CONTENT_DIR: ${unread}`)
  const locales = Object.keys(layers[0]!)
  const merged = Object.fromEntries(locales.map((locale) => [locale, mergeLocale(layers, locale)]))
  refuseFaults(merged)
  const pictures = resolveBrands(merged, contentDir)
  const version = createHash('sha256').update(JSON.stringify(merged)).digest('hex').slice(0, 12)
  let current = merged
  let revision = 0
  const files = (locale: string, directory: string) => (current[locale] ?? current[fallbackLocale]!)[directory] ?? {}
  return {
    locales,
    version,
    missing: locales.flatMap((locale) =>
      missingTexts(merged[fallbackLocale], layers.map((layer) => layer[locale] ?? {}).reduce(mergeTrees, {}))
        // A brand is usually the same in all locales, so its absence in a locale is not reported.
        .filter((key) => !key.startsWith('layout.brand.'))
        .map((key) => `${locale}/${key.replace('.', '/').replace('.', '/')}`),
    ),
    get revision() {
      return revision
    },
    pictures,
    areas: Object.keys(merged[fallbackLocale]?.ui ?? {}),
    read: (locale, directory) => files(locale, directory),
    labels: (locale, area) => (files(locale, 'ui')[area] ?? {}) as Record<string, string>,
    replace(edited) {
      current = Object.fromEntries(locales.map((locale) => [locale, overlaid(merged[locale]!, edited, locale)]))
      revision++
    },
  }
}

/** Adds the addresses of the operator's logos to the content of every locale. The default logo needs no file. */
function resolveBrands(merged: Tree, contentDir: string | null): Map<string, ServedPicture> {
  const pictures = new Map<string, ServedPicture>()
  for (const [locale, { layout }] of Object.entries(merged)) {
    if (!contentDir || !layout || !('brand' in layout)) continue
    try {
      layout.brand = readBrand(layout.brand, contentDir, pictures)
    } catch (error) {
      throw new ContentError(`This content is invalid:\n  ${locale}/layout.json: brand: ${(error as Error).message}`)
    }
  }
  return pictures
}

/**
 * Merges, lowest priority first, the default language and the locale, each with the operator's content over the shipped
 * one.
 */
function mergeLocale(layers: Tree[], locale: string): Tree[string] {
  return [fallbackLocale, locale]
    .flatMap((code) => layers.map((layer) => layer[code] ?? {}))
    .reduce((lower, upper) => merge(lower, upper) as Tree[string], {})
}

/** Objects are merged key by key; anything else, lists included, is replaced as a whole. */
function merge(lower: unknown, upper: unknown): unknown {
  if (!isRecord(lower) || !isRecord(upper)) return upper
  const keys = new Set([...Object.keys(lower), ...Object.keys(upper)])
  return Object.fromEntries([...keys].map((key) => [key, key in upper ? merge(lower[key], upper[key]) : lower[key]]))
}

type Directories = Tree[string]
const mergeTrees = (under: Directories, over: Directories) => merge(under, over) as Directories

/**
 * A page is replaced as a whole, and a new one of the default language is read in every locale; other files are merged.
 */
function overlaid(loaded: Directories, edited: Tree, locale: string): Directories {
  const { pages: fallbackPages = {} } = edited[fallbackLocale] ?? {}
  const { pages = {}, ...others } = edited[locale] ?? {}
  const all = mergeTrees(loaded, others)
  return { ...all, pages: { ...fallbackPages, ...all.pages, ...pages } }
}

/** The dotted keys of `required` texts that `present` lacks. A list counts as one text. */
export function missingTexts(required: unknown, present: unknown, path = ''): string[] {
  if (present === undefined) return isRecord(required) ? leavesOf(required, path) : [path]
  if (!isRecord(required) || !isRecord(present)) return []
  return Object.entries(required).flatMap(([key, inner]) =>
    missingTexts(inner, present[key], path ? `${path}.${key}` : key),
  )
}

function leavesOf(value: Record<string, unknown>, path: string): string[] {
  return Object.entries(value).flatMap(([key, inner]) => missingTexts(inner, undefined, path ? `${path}.${key}` : key))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuseFaults(merged: Tree): void {
  const faults = Object.entries(merged).flatMap(([locale, directories]) =>
    Object.entries(directories).flatMap(([directory, files]) =>
      Object.entries(files).flatMap(([file, value]) =>
        checkFile(directory, file, value).map((fault) => `${locale}/${directory}.json: ${faultLine(file, fault)}`),
      ),
    ),
  )
  if (faults.length > 0) throw new ContentError(`This content is invalid:\n  ${faults.join('\n  ')}`)
}
