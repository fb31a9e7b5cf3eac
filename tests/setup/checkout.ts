/** Copies of this checkout, to start them or to change them. */
import { cpSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What a checkout has beside its sources. */
export const generated = new Set(['.git', '.cache', 'node_modules', 'dist', 'data', 'coverage'])

/** Copies the sources, without packages and generated files. */
export function copySources(target: string): void {
  cpSync(root, target, { recursive: true, filter: (path) => !generated.has(relative(root, path)) })
}
