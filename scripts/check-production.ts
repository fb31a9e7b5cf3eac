/**
 * `npm run check-production`: prints what this site lacks to take real money, by its settings and its database; exit code
 * 1 if anything is missing.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#server/kernel/db/connect.ts'
import { createLog } from '#server/kernel/log.ts'
import { runningEmbedded } from '#server/kernel/db/running.ts'
import { missingForProduction } from '#server/missing-for-production.ts'
import { loadContent } from '#server/reference/content/content.ts'
import { refreshContent } from '#server/reference/content/versions.ts'
import { readSettings } from '#server/settings.ts'

async function check(): Promise<number> {
  const settings = readSettings()
  if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'postgres')))
    throw new Error(`There is no database in ${settings.dataDir}: start the site once, with the same settings.`)
  const quiet = () => {}
  const db = await openDatabase({
    url: settings.databaseUrl ?? runningEmbedded(settings.dataDir) ?? undefined,
    dataDir: settings.dataDir,
    log: { info: quiet, debug: quiet, warn: console.error },
    poolSize: 2,
  })
  try {
    const content = loadContent({ contentDir: settings.contentDir })
    const deps = { settings, db, content, clock: { now: () => new Date() }, randomBytes, log: createLog('warn') }
    await refreshContent(deps)
    const missing = await missingForProduction(deps)
    for (const { what, why, remedy } of missing) console.log(`Missing: ${what}\n  ${why}\n  ${remedy}`)
    if (missing.length === 0) console.log('Nothing is missing.')
    return missing.length > 0 ? 1 : 0
  } finally {
    await db.close()
  }
}

process.exitCode = await check().catch((error: Error) => {
  console.error(error.message)
  return 1
})
