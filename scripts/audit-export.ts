/**
 * `npm run audit-export -- DAY [--out FOLDER]` writes what an outsider needs to check all rounds and balances of a day
 * (UTC), from the configured database.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/kernel/db/connect.ts'
import { runningEmbedded } from '#server/kernel/db/running.ts'
import { createLog } from '#server/kernel/log.ts'
import { writeAuditExport } from '#server/reports/index.ts'
import { readSettings } from '#server/settings.ts'

export class BadArguments extends Error {}

const usage = 'Usage: npm run audit-export -- YYYY-MM-DD [--out FOLDER]'
const dayMs = 86_400_000

export function readArguments(words: string[], now = new Date()): { from: Date; to: Date; folder: string } {
  let parsed
  try {
    parsed = parseArgs({ args: words, allowPositionals: true, options: { out: { type: 'string' } } })
  } catch (error) {
    throw new BadArguments(`${(error as Error).message} ${usage}`)
  }
  const [day = '', ...more] = parsed.positionals
  const from = new Date(`${day}T00:00:00Z`)
  if (more.length > 0 || Number.isNaN(from.getTime()) || from.toISOString().slice(0, 10) !== day)
    throw new BadArguments(usage)
  if (from.getTime() > now.getTime()) throw new BadArguments(`${day} has not begun.`)
  const folder = parsed.values.out ?? `audit-${day}`
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new BadArguments(`The folder ${folder} is not empty.`)
  return { from, to: new Date(from.getTime() + dayMs), folder }
}

async function run(words: string[]): Promise<void> {
  const { folder, ...period } = readArguments(words)
  const settings = readSettings()
  if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'postgres')))
    throw new BadArguments(`There is no database in ${settings.dataDir}: set DATA_DIR or DATABASE_URL as for the site.`)
  const log = createLog('warn')
  const db = await openDatabase({
    url: settings.databaseUrl ?? runningEmbedded(settings.dataDir) ?? undefined,
    dataDir: settings.dataDir,
    log: { info: () => {}, debug: () => {}, warn: (text: string) => log.warn(text) },
    poolSize: 2,
  })
  try {
    const { files, players } = await writeAuditExport({ db, clock: { now: () => new Date() } }, folder, period)
    const lines = files.reduce((sum, file) => sum + file.lines, 0)
    console.log(`${folder}: ${players} players, ${lines} lines in ${files.length} files, and manifest.json.`)
    if (period.to.getTime() > Date.now()) console.log('The day is not over: the export has only its part until now.')
  } finally {
    await db.close()
  }
}

if (import.meta.main)
  await run(process.argv.slice(2)).catch((error: unknown) => {
    if (!(error instanceof BadArguments)) throw error
    console.error(error.message)
    process.exitCode = 1
  })
