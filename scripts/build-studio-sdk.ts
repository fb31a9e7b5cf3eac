/** Builds the studio SDK as an npm package of JavaScript. */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compilePackage, root } from './compile-package.ts'

type Package = { private?: boolean; exports: Record<string, string> }

export async function buildStudioSdk(folder = join(root, 'dist', 'studio-sdk')): Promise<void> {
  const sources = join(root, 'studio-sdk')
  const { private: _private, ...sdk } = JSON.parse(await readFile(join(sources, 'package.json'), 'utf8')) as Package
  await compilePackage(folder, { sources, files: Object.values(sdk.exports), options: { declaration: true } })
  const exports = Object.fromEntries(
    Object.entries(sdk.exports).map(([name, file]) => [
      name,
      { types: file.replace(/\.ts$/, '.d.ts'), default: file.replace(/\.ts$/, '.js') },
    ]),
  )
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...sdk, exports }, null, 2)}\n`)
  await copyFile(join(sources, 'README.md'), join(folder, 'README.md'))
}
