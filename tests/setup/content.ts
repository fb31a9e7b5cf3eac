/** The shipped content. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Files = Record<string, Record<string, unknown>>
const cache = new Map<string, Files>()

/** Returns the files of a directory, such as `alerts`. */
export function directoryOf(directory: string, locale = 'en'): Files {
  const path = join(import.meta.dirname, '../../content', locale, `${directory}.json`)
  const files = cache.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Files)
  cache.set(path, files)
  return files
}

/** Returns a file, such as `alerts/bonuses`. */
export function contentOf(path: string, locale?: string): Record<string, unknown> {
  const [directory, file] = path.split('/') as [string, string]
  const found = directoryOf(directory, locale)[file]
  if (!found) throw new Error(`There is no ${path} in the content.`)
  return found
}

/** Returns the labels of an area, such as `wallet`. */
export const labelsOf = (area: string, locale?: string) => contentOf(`ui/${area}`, locale) as Record<string, string>
