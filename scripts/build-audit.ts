/**
 * Builds the auditor as an npm package of JavaScript: the audit, the maths of all games, and the libraries of both, so that
 * it needs neither this repository nor a registry.
 */
import { chmod, copyFile, cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { slugs } from '#games/list.ts'
import { compilePackage, root } from './compile-package.ts'

const name = 'fairhouse-audit'
/** Raised with every change of what the auditor finds or reads. */
const version = '1.0.0'

export async function buildAudit(folder = join(root, 'dist', name)): Promise<void> {
  // Maths are imported by the name of their game, so the compiler does not find them itself.
  const files = ['audit/main.ts', 'audit/worker.ts', ...slugs.map((slug) => `games/${slug}/maths.ts`)]
  await compilePackage(folder, { sources: root, files, options: { noCheck: true, lib: ['esnext', 'dom'] } })
  const dependencies = await copyLibraries(folder)
  const manifest = {
    name,
    version,
    description: 'Recalculates every round and every balance of an exported day, or of the own file of a player.',
    license: 'UNLICENSED',
    type: 'module',
    bin: { [name]: './audit/main.js' },
    imports: {
      '#contract/*.ts': './contract/*.js',
      '#games/*.ts': './games/*.js',
      '#games/*.json': './games/*.json',
    },
    dependencies,
    bundleDependencies: Object.keys(dependencies),
    engines: { node: '>=22' },
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await chmod(join(folder, 'audit', 'main.js'), 0o755)
  await copyFile(join(root, 'audit', 'README.md'), join(folder, 'README.md'))
}

/** Copies what the compiled files import from node_modules. Returns the names with their versions. */
async function copyLibraries(folder: string): Promise<Record<string, string>> {
  const scripts = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.js'))
  const names = new Set<string>()
  for (const script of scripts)
    for (const [, specifier] of (await readFile(join(folder, script), 'utf8')).matchAll(/ from '([^'.#][^']*)'/g))
      if (!specifier!.startsWith('node:')) names.add(/^(@[^/]+\/)?[^/]+/.exec(specifier!)![0])
  const dependencies: Record<string, string> = {}
  for (const each of [...names].toSorted()) {
    const from = join(root, 'node_modules', each)
    const library = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as { version: string }
    dependencies[each] = library.version
    await cp(from, join(folder, 'node_modules', each), { recursive: true, dereference: true })
  }
  return dependencies
}
