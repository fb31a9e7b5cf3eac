/** Reads `<folder>/<locale>/<directory>/<file>.json` into one tree. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Locale -> directory -> file -> contents. */
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
    localesIn(folder).map(({ name }) => [
      name,
      Object.fromEntries(directories.map((directory) => [directory, readFiles(join(folder, name), directory)])),
    ]),
  )
}

/** Throws if an operator's folder has texts that `readTree` does not read. */
export function refuseUnread(folder: string): void {
  const unread = localesIn(folder).flatMap(({ name }) =>
    readdirSync(join(folder, name), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !directories.includes(entry.name))
      .map((entry) => join(folder, name, entry.name))
      .filter((path) => readdirSync(path).some((file) => file.endsWith('.json'))),
  )
  if (unread.length > 0)
    throw new Error(`CONTENT_DIR: texts in ${unread.join(', ')} are not read; use ${directories.join(', ')}`)
}

function localesIn(folder: string) {
  return readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && /^[a-z]{2}(-[A-Z]{2})?$/.test(entry.name),
  )
}

/** Pages may stand in folders: `pages/help/deposits.json` is the page `help/deposits`. */
function readFiles(localeFolder: string, directory: string): Record<string, unknown> {
  const folder = join(localeFolder, directory)
  if (directory !== 'pages' || !existsSync(folder)) return readDirectory(folder)
  const folders = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory())
  return Object.assign(
    readDirectory(folder),
    ...folders.map((entry) => {
      const inner = join(entry.parentPath, entry.name)
      const prefix = relative(folder, inner).replaceAll(sep, '/')
      return Object.fromEntries(Object.entries(readDirectory(inner)).map(([file, data]) => [`${prefix}/${file}`, data]))
    }),
  )
}

/** File name -> contents. */
export function readDirectory(folder: string): Record<string, unknown> {
  if (!existsSync(folder)) return {}
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
  return Object.fromEntries(files.map((file) => [file.slice(0, -'.json'.length), readJson(join(folder, file))]))
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path} is not valid JSON: ${(error as Error).message}`, { cause: error })
  }
}
