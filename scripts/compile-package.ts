/** Compiles sources into JavaScript for a package of npm, because Node.js runs no TypeScript from node_modules. */
import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root = fileURLToPath(new URL('..', import.meta.url))
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

/** Empties the folder and writes the files with all that they import, in the folders in which they are below `sources`. */
export async function compilePackage(
  folder: string,
  { sources, files, options = {} }: { sources: string; files: string[]; options?: Record<string, unknown> },
): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const config = join(folder, 'tsconfig.json')
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
    strict: true,
    rewriteRelativeImportExtensions: true,
    ...options,
  }
  await writeFile(config, JSON.stringify({ compilerOptions, files: files.map((file) => join(sources, file)) }))
  await promisify(execFile)(process.execPath, [compiler, '-p', config, '--rootDir', sources, '--outDir', folder])
  await rm(config)
}
