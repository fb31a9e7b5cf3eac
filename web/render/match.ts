/** Matches a URL to the route table: optional locale prefix, feature rules, guards. */
import { parse } from 'regexparam'
import type { Locale } from '#contract/settings.ts'
import type { Features, RouteEntry } from './page.ts'

export type Match = { entry: RouteEntry; params: Record<string, string>; locale: string; isPrefixed: boolean }
export type Matching = Match | { redirectTo: string; isPermanent?: true }

type Pattern = { keys: string[]; pattern: RegExp }
const patterns = new WeakMap<RouteEntry, Pattern>()

type Split = { prefix: string | null; path: string; isCanonical: boolean }
/**
 * Splits `/pt-BR/games/dice` into its locale and `/games/dice`. The prefix must be a locale of the site.
 * `/pt-br/games/dice` has the same locale, but is not canonical.
 */
export function splitLocale(pathname: string, locales: Locale[]): Split {
  const [, first, rest] = /^\/([a-z]{2}(?:-[a-z]{2})?)(\/.*)?$/i.exec(pathname) ?? []
  const prefix = locales.find(({ code }) => code.toLowerCase() === first?.toLowerCase())?.code ?? null
  if (prefix === null) return { prefix, path: withOneLeadingSlash(pathname), isCanonical: true }
  return { prefix, path: withOneLeadingSlash(rest ?? '/'), isCanonical: prefix === first }
}

/** A redirect to a path starting with two slashes would change the host. */
function withOneLeadingSlash(path: string): string {
  return path.replace(/^\/{2,}/, '/')
}

export function defaultLocale(locales: Locale[]): string {
  return locales.find((locale) => locale.isDefault)?.code ?? 'en'
}

/** Returns the path of a page in a locale; the default locale has no prefix. */
export function localePath(path: string, locale: string, locales: Locale[]): string {
  if (locale === defaultLocale(locales)) return path
  return path === '/' ? `/${locale}` : path.startsWith('/?') ? `/${locale}${path.slice(1)}` : `/${locale}${path}`
}

/**
 * Names `/categories/:categoryIdentity` `categories-categoryIdentity`, or `locale-categories-…` with a locale prefix.
 */
export function routeName(path: string, isPrefixed: boolean): string {
  const name = path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || (path === '/' ? 'index' : 'slug')
  return isPrefixed ? `locale-${name}` : name
}

/**
 * Finds the route of a path. `preferred` is the locale of pages without a prefix. The table must end in a catch-all.
 */
export function match(
  pathname: string,
  table: RouteEntry[],
  locales: Locale[],
  preferred: string,
  features: Features,
): Matching {
  const { prefix, path: raw, isCanonical } = splitLocale(pathname, locales)
  if (!isCanonical) return { redirectTo: `/${prefix}${raw === '/' ? '' : raw}`, isPermanent: true }
  const path = raw.length > 1 ? raw.replace(/\/+$/, '') || '/' : raw
  if (path !== raw) return { redirectTo: localePath(path, prefix ?? defaultLocale(locales), locales) }
  for (const entry of table) {
    if (entry.isDropped?.(features)) continue
    const params = matchPath(entry, path)
    if (!params || (entry.validate && !entry.validate(params))) continue
    if (prefix !== null && (entry.isUnprefixed || prefix === defaultLocale(locales))) return { redirectTo: path }
    const locale = prefix ?? (entry.isUnprefixed ? preferred : defaultLocale(locales))
    return { entry, params, locale, isPrefixed: prefix !== null }
  }
  throw new Error('the route table has no catch-all')
}

function matchPath(entry: RouteEntry, path: string): Record<string, string> | null {
  if (entry.path === '*') return {}
  let compiled = patterns.get(entry)
  if (!compiled) patterns.set(entry, (compiled = parse(entry.path)))
  const found = compiled.pattern.exec(path)
  if (!found) return null
  try {
    return Object.fromEntries(compiled.keys.map((key, index) => [key, decodeURIComponent(found[index + 1] ?? '')]))
  } catch {
    return null
  }
}
