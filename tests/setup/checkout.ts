/** Copies of this checkout, which tests start or change. */
import { cpSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The files of a checkout that are not sources. */
export const generated = new Set(['.git', '.cache', 'node_modules', 'dist', 'data', 'coverage'])

/** Copies the sources, without packages and generated files. */
export function copySources(target: string): void {
  cpSync(root, target, { recursive: true, filter: (path) => !generated.has(relative(root, path)) })
}
