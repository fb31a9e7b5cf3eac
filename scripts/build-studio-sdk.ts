/** Builds the studio SDK as an npm package of JavaScript, because Node.js runs no TypeScript from node_modules. */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

type Package = { private?: boolean; exports: Record<string, string> }

export async function buildStudioSdk(folder = join(root, 'dist', 'studio-sdk')): Promise<void> {
  const sources = join(root, 'studio-sdk')
  const { private: _private, ...sdk } = JSON.parse(await readFile(join(sources, 'package.json'), 'utf8')) as Package
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const config = join(folder, 'tsconfig.json')
  const files = Object.values(sdk.exports)
  await writeFile(config, JSON.stringify({ compilerOptions, files: files.map((file) => join(sources, file)) }))
  await promisify(execFile)(process.execPath, [compiler, '-p', config, '--rootDir', sources, '--outDir', folder])
  await rm(config)
  const exports = Object.fromEntries(
    Object.entries(sdk.exports).map(([name, file]) => [
      name,
      { types: file.replace(/\.ts$/, '.d.ts'), default: file.replace(/\.ts$/, '.js') },
    ]),
  )
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...sdk, exports }, null, 2)}\n`)
  await copyFile(join(root, 'studio-sdk', 'README.md'), join(folder, 'README.md'))
}

const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
  typeRoots: [join(root, 'node_modules', '@types')],
  strict: true,
  declaration: true,
  rewriteRelativeImportExtensions: true,
}
