import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeUnhashedCopies, filesOfBuild, sweepAssets } from './build-sweep.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairhouse-sweep-'))
  await Promise.all(['assets', '.vite', 'flags'].map((name) => mkdir(join(folder, name))))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (...names: string[]) => Promise.all(names.map((name) => writeFile(join(folder, name), '')))
const list = async (name = '.') => (await readdir(join(folder, name))).toSorted()

/** Creates the files that a build with these outputs would leave. */
async function build(script: string, style: string, font: string): Promise<void> {
  await write(`assets/${script}`, `assets/${script}.br`, `assets/${style}`, `assets/${font}`)
  const entry = { file: `assets/${script}`, css: [`assets/${style}`], assets: [`assets/${font}`] }
  await writeFile(
    join(folder, '.vite/manifest.json'),
    JSON.stringify({ 'web/entry.tsx': entry, [font]: { file: `assets/${font}` } }),
  )
}

test('after three builds the files of the last two remain, with their compressed copies, and none of the first', async () => {
  await build('a-1.js', 'a-1.css', 'font-1.woff2')
  await build('a-2.js', 'a-2.css', 'font-1.woff2')
  const before = await filesOfBuild(folder)
  await build('a-3.js', 'a-2.css', 'font-1.woff2')
  expect(await sweepAssets(folder, before.union(await filesOfBuild(folder)))).toBe(3)
  expect(await list('assets')).toEqual(['a-2.css', 'a-2.js', 'a-2.js.br', 'a-3.js', 'a-3.js.br', 'font-1.woff2'])
})

// Shows: change 36
test("old files of the studio's build are removed from the folder itself, where they are beside its manifest", async () => {
  const buildStudio = async (script: string) => {
    await write(script)
    await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify({ 'games/client/main.ts': { file: script } }))
  }
  await buildStudio('main-1.js')
  await buildStudio('main-2.js')
  const before = await filesOfBuild(folder)
  await buildStudio('main-3.js')
  expect(await sweepAssets(folder, before.union(await filesOfBuild(folder)), '.')).toBe(1)
  expect(await list()).toEqual(['.vite', 'assets', 'flags', 'main-2.js', 'main-3.js'])
})

test('in a folder that does not exist yet, nothing is kept and nothing removed', async () => {
  const missingFolder = join(folder, 'not-built')
  expect(await filesOfBuild(missingFolder)).toEqual(new Set())
  expect(await sweepAssets(missingFolder, new Set())).toBe(0)
  await removeUnhashedCopies(missingFolder)
})

test('before a build, files without a hash lose their compressed copies and hashed ones keep theirs', async () => {
  await write('icon.svg', 'icon.svg.br', 'flags/de.svg', 'flags/de.svg.br', 'assets/a-1.js', 'assets/a-1.js.br')
  await removeUnhashedCopies(folder)
  expect([await list(), await list('flags'), await list('assets')]).toEqual([
    ['.vite', 'assets', 'flags', 'icon.svg'],
    ['de.svg'],
    ['a-1.js', 'a-1.js.br'],
  ])
})

test('the chunks that a worker loads remain, although the manifest names only the worker', async () => {
  await build('a-1.js', 'a-1.css', 'worker-1.js')
  await writeFile(join(folder, 'assets/worker-1.js'), 'const maths = () => import(`./maths-1.js`)')
  await writeFile(join(folder, 'assets/maths-1.js'), 'import{a}from"./shared-1.js";export{a}')
  await write('assets/shared-1.js', 'assets/maths-0.js')
  expect(await sweepAssets(folder, await filesOfBuild(folder))).toBe(1)
  expect(await list('assets')).toEqual(expect.arrayContaining(['maths-1.js', 'shared-1.js', 'worker-1.js']))
})
