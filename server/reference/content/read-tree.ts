/** Reads `<folder>/<locale>/<directory>.json` into one tree. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * Locale -> directory -> file -> contents: the file `terms` of the directory `pages` is the key `terms` of
 * `pages.json`.
 */
export type Tree = Record<string, Record<string, Record<string, unknown>>>

const directories = [
  'alerts',
  'fields-settings',
  'global-components',
  'layout',
  'mails',
  'modals',
  'notices',
  'pages',
  'refusals',
  'texts',
  'ui',
]

export function readTree(folder: string): Tree {
  if (!existsSync(folder)) throw new Error(`CONTENT_DIR: no folder at ${folder}`)
  return Object.fromEntries(
    localesIn(folder).map((locale) => [
      locale,
      Object.fromEntries(directories.map((directory) => [directory, readDirectory(folder, locale, directory)])),
    ]),
  )
}

/** A sentence about files that are never read; null if there are none. `others` are read, but not by `readTree`. */
export function unreadTexts(folder: string, others: readonly string[] = []): string | null {
  const known = [...directories, ...others]
  const unread = localesIn(folder).flatMap((locale) =>
    readdirSync(join(folder, locale), { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll(sep, '/'))
      .filter((path) => path.endsWith('.json') && !known.some((directory) => path === `${directory}.json`))
      .map((path) => ({ locale, path })),
  )
  const [first] = unread
  if (!first) return null
  const [directory = '', ...file] = first.path.slice(0, -'.json'.length).split('/')
  const remedy = known.includes(directory)
    ? `put its texts into ${first.locale}/${directory}.json, as the value of "${file.join('/')}"`
    : `the files of a locale are ${known.map((each) => `${each}.json`).join(', ')}`
  const count = unread.length > 1 ? ` (1 of ${unread.length} such files)` : ''
  return `${first.locale}/${first.path} is not read${count}: ${remedy}`
}

const localesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z]{2}(-[A-Z]{2})?$/.test(entry.name))
    .map(({ name }) => name)

/** File -> contents; none if the locale has no such directory. */
export function readDirectory(folder: string, locale: string, directory: string): Record<string, unknown> {
  const path = join(folder, locale, `${directory}.json`)
  return existsSync(path) ? readObject(path) : {}
}

/** Throws an error that names the file if it is not a JSON object. */
export function readObject(path: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path} is not valid JSON: ${(error as Error).message}`, { cause: error })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${path} is not a JSON object`)
  return value as Record<string, unknown>
}
