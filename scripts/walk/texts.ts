/** The texts of a locale: finds controls by their labels, and recognises texts of another locale on a screen. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LocaleCode, localeCodes } from '#contract/locales.ts'
import { leagues } from '#sandbox/sportsbook/calendar/leagues.ts'

const root = join(import.meta.dirname, '../..')

export type Texts = {
  locale: LocaleCode
  /** The label of a key of an area in content/<locale>/ui.json. */
  label(area: string, key: string): string
  /** The faults of these texts of a screen, without duplicates. */
  faultsOf(shown: readonly string[]): string[]
}

const listJson = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((each) => each.isFile() && each.name.endsWith('.json'))
    .map((each) => join(each.parentPath, each.name))

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
const normalizeSpace = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Every text of one locale: content, rewards, games. */
function everyText(locale: LocaleCode): Set<string> {
  const gameTexts = listJson('games')
    .filter((path) => path.endsWith('/words.json'))
    .map((path) => (read(path) as Partial<Record<LocaleCode, unknown>>)[locale])
  const texts = [...listJson(`content/${locale}`).map(read), ...gameTexts].flatMap(stringsOf)
  const translated = listJson('content/rewards').flatMap((path) => localeTexts(read(path), locale))
  return new Set([...texts, ...translated].map(normalizeSpace))
}

/** The texts of one locale in a file that contains all locales. */
function localeTexts(value: unknown, locale: LocaleCode): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    key === locale && typeof each === 'string' ? [each] : localeTexts(each, locale),
  )
}

/** Two or more Latin words in a row count as foreign in Arabic, unless a text of the locale contains them. */
const latinRun = /[A-Za-zÀ-ÿ]{3,}(?:[ ’'-]+[A-Za-zÀ-ÿ]{3,})+/g
/** The names of a studio, of teams and of leagues are the same in every language. */
const names = new RegExp(
  Object.values(leagues)
    .flat()
    .flatMap(({ name, sides }) => [name, ...sides])
    .concat('Fairhouse Studio')
    .map((name) => RegExp.escape(name))
    .join('|'),
  'g',
)
const missing = /\{[a-zA-Z]+[,}]|\bundefined\b|\bNaN\b|\[object|^[a-z]+(?:[A-Z][a-z]+)+$|^[a-z]+(?:\.[a-zA-Z]+)+$/

const cache = new Map<LocaleCode, Set<string>>()
const textsIn = (locale: LocaleCode) => {
  const texts = cache.get(locale) ?? everyText(locale)
  cache.set(locale, texts)
  return texts
}

export function textsOf(locale: LocaleCode): Texts {
  const ownTexts = textsIn(locale)
  const joinedTexts = [...ownTexts].join('\n')
  const foreign = new Map<string, LocaleCode>()
  for (const other of localeCodes)
    if (other !== locale)
      // A single word may be the same in both languages, or a name.
      for (const text of textsIn(other)) if (/\s/.test(text) && !ownTexts.has(text)) foreign.set(text, other)
  const areas = read(join(root, 'content', locale, 'ui.json')) as Record<string, Record<string, string>>

  function faultOf(text: string): string | null {
    if (missing.test(text)) return `no text: ${text}`
    const from = foreign.get(text)
    if (from) return `${from}: ${text}`
    if (locale !== 'ar') return null
    const run = (text.replace(names, ' ').match(latinRun) ?? []).find((each) => !joinedTexts.includes(each))
    return run ? `Latin script: ${text}` : null
  }
  return {
    locale,
    label(area, key) {
      const label = areas[area]?.[key]
      if (label === undefined) throw new Error(`There is no label ${area}.${key} in ${locale}.`)
      return label
    },
    faultsOf: (shown) => [
      ...new Set(shown.map((text) => faultOf(normalizeSpace(text))).filter((fault) => fault !== null)),
    ],
  }
}
