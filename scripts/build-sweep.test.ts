import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dropUnhashedTwins, filesOfBuild, sweepAssets } from './build-sweep.ts'

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
test('the studio has its files in the folder itself, beside its manifest', async () => {
  const built = async (script: string) => {
    await write(script)
    await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify({ 'games/client/main.ts': { file: script } }))
  }
  await built('main-1.js')
  await built('main-2.js')
  const before = await filesOfBuild(folder)
  await built('main-3.js')
  expect(await sweepAssets(folder, before.union(await filesOfBuild(folder)), '.')).toBe(1)
  expect(await list()).toEqual(['.vite', 'assets', 'flags', 'main-2.js', 'main-3.js'])
})

test('before the first build there is nothing to keep or remove', async () => {
  const nowhere = join(folder, 'not-built')
  expect(await filesOfBuild(nowhere)).toEqual(new Set())
  expect(await sweepAssets(nowhere, new Set())).toBe(0)
  await dropUnhashedTwins(nowhere)
})

test('before a build, files without a hash lose their compressed copies and hashed ones keep theirs', async () => {
  await write('icon.svg', 'icon.svg.br', 'flags/de.svg', 'flags/de.svg.br', 'assets/a-1.js', 'assets/a-1.js.br')
  await dropUnhashedTwins(folder)
  expect([await list(), await list('flags'), await list('assets')]).toEqual([
    ['.vite', 'assets', 'flags', 'icon.svg'],
    ['de.svg'],
    ['a-1.js', 'a-1.js.br'],
  ])
})
