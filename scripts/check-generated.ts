/** Fails if a generated file differs from what its source generates. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isSettingsTableCurrent } from './settings-table.ts'

const stale: string[] = []
if (!(await isSettingsTableCurrent())) stale.push('docs/settings.md ("npm run settings-table" writes it)')
const tables = spawnSync(process.execPath, [join(import.meta.dirname, 'generate-tables.ts'), '--check'], {
  stdio: 'inherit',
})
if (tables.status !== 0) stale.push('server/kernel/db/tables.ts ("npm run tables" writes it)')
const icons = spawnSync(process.execPath, [join(import.meta.dirname, 'draw-icons.ts'), '--check'], { stdio: 'inherit' })
if (icons.status !== 0) stale.push('web/design/icon/sprite.svg ("node scripts/draw-icons.ts" writes it)')
const inline = spawnSync(process.execPath, [join(import.meta.dirname, 'inline-entry.ts'), '--check'], {
  stdio: 'inherit',
})
if (inline.status !== 0) stale.push('server/http/page/inline-entry.ts ("node scripts/inline-entry.ts" writes it)')
const deskApi = spawnSync(process.execPath, [join(import.meta.dirname, 'desk-api.ts'), '--check'], { stdio: 'inherit' })
if (deskApi.status !== 0) stale.push('contract/desk-api.json ("npm run desk-api" writes it)')
const published = spawnSync(process.execPath, [join(import.meta.dirname, '../games/published/publish.ts'), '--check'], {
  stdio: 'inherit',
})
if (published.status !== 0) stale.push('games/published/fairness.json ("node games/published/publish.ts" writes it)')
if (stale.length > 0) console.error(`Stale: ${stale.join(', ')}`)
process.exitCode = stale.length > 0 ? 1 : 0
