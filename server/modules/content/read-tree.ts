/** Reads `<folder>/<locale>/<directory>/<file>.json` into one tree. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
  if (!existsSync(folder)) throw new Error(`No content folder at ${folder}.`)
  const locales = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && /^[a-z]{2}(-[A-Z]{2})?$/.test(entry.name),
  )
  return Object.fromEntries(
    locales.map(({ name }) => [
      name,
      Object.fromEntries(directories.map((directory) => [directory, readDirectory(join(folder, name, directory))])),
    ]),
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
