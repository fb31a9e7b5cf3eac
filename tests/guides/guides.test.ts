/**
 * Every guide in docs/guides/ works: its steps are followed in a copy of the project, which is then started, and
 * `check` of the file of its name beside this one uses what the guide has added. One product serves all guides.
 */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { copySources } from '#tests/setup/checkout.ts'
import { followGuide, type GuidedSite, guideNames, readGuide, stepsOf } from '#tests/setup/guide.ts'
import { longTest, test } from '#tests/setup/length.ts'
import { prepareFolder, type Site, startSite } from '#tests/setup/site.ts'

type Check = (site: GuidedSite) => Promise<void>
const checks = import.meta.glob<Check>(['./*.ts', '!./*.test.ts'], { import: 'check', eager: true })
const nameOf = (path: string) => path.slice(2, -3)

describe('the product', () => {
  let folder: string
  /** Of guides with a step that failed. */
  const faults = new Map<string, Error>()
  let site: Site
  /** The settings of all guides. */
  const env: Record<string, string> = {}

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fairhouse-guides-'))
    copySources(folder)
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'))
    for (const name of guideNames()) {
      try {
        Object.assign(env, followGuide(name, folder))
      } catch (error) {
        faults.set(name, error as Error)
      }
    }
    const dataDir = await prepareFolder(join(folder, 'data'), { SEED: 'false' })
    // Development needs no build of the site.
    site = await startSite({ folder, dataDir, mode: 'dev', env: { SEED: 'false', ROUND_MIN_MS: '0', ...env } })
  }, 180_000)

  afterAll(async () => {
    await site?.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })

  longTest.each(Object.entries(checks))('works with what %s adds', { timeout: 60_000 }, async (path, check) => {
    const fault = faults.get(nameOf(path))
    if (fault) throw fault
    await check({ ...site, folder, env })
  })
})

test('each guide has a check and at most 4 kB, and all of its code blocks are steps', () => {
  expect(Object.keys(checks).map(nameOf)).toEqual(guideNames())
  for (const name of guideNames()) {
    expect(Buffer.byteLength(readGuide(name)), name).toBeLessThanOrEqual(4096)
    expect(stepsOf(readGuide(name), `docs/guides/${name}.md`).length, name).toBeGreaterThan(0)
  }
})

test.each([
  ['Look at this:\n\n```ts\n1\n```\n', 'a-guide.md:3: the sentence above this code block is no step of a guide'],
  ['Create `a.ts`:\n\n```ts\n1\n', 'a-guide.md:3: this code block does not end'],
])('refuses a guide with another code block: %s', (guide, message) => {
  expect(() => stepsOf(guide, 'a-guide.md')).toThrow(message)
})
