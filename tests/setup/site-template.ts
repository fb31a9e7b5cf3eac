/**
 * Keeps data folders of a product that has started once, because copying one saves each test the creation of a
 * database.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Returns the folder of this test run, which is deleted with it; `global.ts` sets it. */
export const runFolder = () => process.env.TEST_RUN_FOLDER

/** Settings that affect what a first start writes. */
const decisive = ['DATABASE_URL', 'SECRET', 'CONTENT_DIR', 'NODE_ENV']

/**
 * Copies the template for these settings to `target`. Returns false if there is none; the product then starts on an
 * empty folder.
 */
export async function copyTemplate(
  target: string,
  env: Record<string, string>,
  make: (dataDir: string) => Promise<void>,
): Promise<boolean> {
  const run = runFolder()
  if (!run || decisive.some((name) => name in env)) return false
  const template = join(run, env.SEED === 'false' ? 'site-migrated' : 'site-seeded')
  await once(template, make)
  // Only `cp -a` preserves the owner that PostgreSQL requires.
  execFileSync('cp', ['-a', `${template}/.`, target])
  return true
}

/** Two workers may need the first copy at once: the one that creates the folder fills it, the other waits. */
async function once(template: string, make: (dataDir: string) => Promise<void>): Promise<void> {
  const mark = `${template}.ready`
  if (existsSync(mark)) return
  if (isFirst(template)) {
    try {
      await make(template)
      writeFileSync(mark, '')
    } catch (error) {
      rmSync(template, { recursive: true, force: true })
      throw error
    }
    return
  }
  for (const until = Date.now() + 170_000; !existsSync(mark); await sleep(50)) {
    if (!existsSync(template) || Date.now() > until)
      throw new Error(`No template of the product's data at ${template}.`)
  }
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}
