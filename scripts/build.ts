/**
 * Builds browser bundles, the page renderer, the clients of the studio and of the sandbox sportsbook into dist/, once
 * per state of their sources: `npm start` on a fresh checkout builds, later starts do not.
 */
import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeUnhashedCopies, filesOfBuild, sweepAssets } from './build-sweep.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const webFolder = join(root, 'dist', 'web')
const studioFolder = join(root, 'dist', 'studio')
const stampFile = join(root, 'dist', 'stamp')
const sources = [
  'audit',
  'contract',
  'web',
  'desk',
  'games',
  'content',
  'sandbox/sportsbook',
  'package-lock.json',
  'vite.config.ts',
  'vite.studio.config.ts',
  'vite.sportsbook.config.ts',
  'vite.worker.config.ts',
  'vite.entrance.config.ts',
  'vite.desk.config.ts',
]
const studioBuild = ['vite', 'build', '-c', 'vite.studio.config.ts', '--logLevel', 'warn']
const sportsbookBuild = ['vite', 'build', '-c', 'vite.sportsbook.config.ts', '--logLevel', 'warn']
const entranceBuild = ['vite', 'build', '-c', 'vite.entrance.config.ts', '--logLevel', 'warn']
const deskBuild = ['vite', 'build', '-c', 'vite.desk.config.ts', '--logLevel', 'warn']
const workerBuild = ['vite', 'build', '-c', 'vite.worker.config.ts', '--logLevel', 'warn', '--mode']
const workerBuilds = [
  [...workerBuild, 'worker'],
  [...workerBuild, 'offline-page'],
]
const builds = [
  ['vite', 'build', '--logLevel', 'warn'],
  ['vite', 'build', '--ssr', '--logLevel', 'warn'],
  studioBuild,
  sportsbookBuild,
  entranceBuild,
  deskBuild,
  ...workerBuilds,
]

/**
 * Builds if the sources changed since the last build, and resolves to whether it built. Aborting the signal ends the
 * programs it runs.
 */
export async function buildIfStale(signal?: AbortSignal): Promise<boolean> {
  const stamp = await digest()
  const built = existsSync(stampFile) ? await readFile(stampFile, 'utf8') : ''
  if (built === stamp) return false
  if (!existsSync(join(root, 'node_modules', 'vite'))) {
    throw new Error(
      'The site is not built and Vite is not installed: run "npm ci" with the development dependencies, or build before they are left out.',
    )
  }
  const [before, gamesBefore] = await Promise.all([filesOfBuild(webFolder), filesOfBuild(studioFolder)])
  await removeUnhashedCopies(webFolder)
  await Promise.all(builds.map((build) => run(build, signal)))
  await sweepAssets(webFolder, before.union(await filesOfBuild(webFolder)))
  await sweepAssets(studioFolder, gamesBefore.union(await filesOfBuild(studioFolder)), '.')
  await mkdir(join(root, 'dist'), { recursive: true })
  await writeFile(stampFile, stamp)
  return true
}

/**
 * Builds the games and the client of the sandbox's sportsbook also for development, because the site's hot reload does
 * not cover them.
 */
export async function buildStudio(signal?: AbortSignal): Promise<void> {
  await Promise.all([studioBuild, sportsbookBuild, deskBuild].map((build) => run(build, signal)))
  await sweepAssets(studioFolder, await filesOfBuild(studioFolder), '.')
}

async function digest(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    if (!existsSync(path)) continue
    // Reading a thousand small files asynchronously would take four times as much processor time.
    for (const file of await filesBelow(path)) hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => null)
  if (!entries) return [path]
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function run([tool, ...parameters]: string[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = join(root, 'node_modules', tool!, 'bin', `${tool}.js`)
    const child = spawn(process.execPath, [script, ...parameters], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
      ...(signal && { signal }),
    })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`"${tool} ${parameters.join(' ')}" failed; see its messages above.`)),
    )
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // These are imported only here, because they need development dependencies, without which a start must be able to
  // build.
  const { buildPlayerClient } = await import('./player-api/build-client.ts')
  const { buildStudioSdk } = await import('./build-studio-sdk.ts')
  const { buildAudit } = await import('./build-audit.ts')
  const { writeBillOfMaterials } = await import('./bill-of-materials.ts')
  const [built] = await Promise.all([buildIfStale(), buildPlayerClient(), buildStudioSdk(), buildAudit()])
  writeBillOfMaterials()
  console.log(built ? 'Built into dist/.' : 'dist/ is up to date.')
}
