/**
 * Builds the same sources in a second folder and compares every file, because a build must not depend on place or time.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { copyCheckout } from './copy-checkout.ts'

const root = join(import.meta.dirname, '..')
const secondFolder = join(root, '.cache', 'second-build', 'a folder with spaces')

copyCheckout(secondFolder)

const [firstBuild, secondBuild] = [root, secondFolder].map((folder) => {
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`The build in ${folder} failed; see its messages above.`)
  return hashesBelow(join(folder, 'dist'))
})
rmSync(secondFolder, { recursive: true, force: true })

// Only the files of the second folder are compared, because the first also keeps files of earlier builds.
const different = [...secondBuild!].filter(([file, hash]) => firstBuild!.get(file) !== hash).map(([file]) => file)
for (const file of different) console.log(`differs: dist/${file}`)
console.log(`${secondBuild!.size - different.length} of ${secondBuild!.size} built files are the same in two folders.`)
process.exitCode = different.length === 0 && secondBuild!.size > 0 ? 0 : 1

function hashesBelow(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}
