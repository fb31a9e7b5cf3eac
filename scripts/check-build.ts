/** Builds the same sources in a second folder and compares every file: nothing of a build depends on place or time. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const other = join(root, '.cache', 'built-elsewhere', 'the second folder')
const notSources = ['.cache', '.git', 'coverage', 'data', 'dist', 'node_modules']

rmSync(other, { recursive: true, force: true })
mkdirSync(other, { recursive: true })
for (const name of readdirSync(root).filter((each) => !notSources.includes(each)))
  cpSync(join(root, name), join(other, name), { recursive: true })
linkFolder(join(root, 'node_modules'), join(other, 'node_modules'))

const [here, there] = [root, other].map((folder) => {
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`The build in ${folder} failed; its messages stand above.`)
  return hashesBelow(join(folder, 'dist'))
})
rmSync(other, { recursive: true, force: true })

// The first folder also keeps files of its builds before.
const different = [...there!].filter(([file, hash]) => here!.get(file) !== hash).map(([file]) => file)
for (const file of different) console.log(`differs: dist/${file}`)
console.log(`${there!.size - different.length} of ${there!.size} built files are the same in two folders.`)
process.exitCode = different.length === 0 && there!.size > 0 ? 0 : 1

/** A copy of hard links. With a symbolic link for all of it, packages would keep the path of the first folder. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkSync(source, target)
  }
}

function hashesBelow(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}
