/** Copies this checkout to another folder, to build it there: sources as files, packages as hard links. */
import { cpSync, linkSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const excluded = ['.cache', '.git', 'coverage', 'data', 'dist', 'node_modules']

/** `folder` is emptied first; it must be on the same file system. */
export function copyCheckout(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(root).filter((each) => !excluded.includes(each)))
    cpSync(join(root, name), join(folder, name), { recursive: true })
  linkFolder(join(root, 'node_modules'), join(folder, 'node_modules'))
}

/** With one symbolic link for the folder, packages would resolve to the path of the first folder. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkSync(source, target)
  }
}
