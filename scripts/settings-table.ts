/** Writes docs/settings.md from the settings schema; `--check` only compares. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { schema } from '#server/settings.ts'

const file = join(import.meta.dirname, '..', 'docs', 'settings.md')

export function settingsTable(): string {
  const rows = Object.entries(schema.shape).map(([name, setting]) => {
    const json = z.toJSONSchema(setting, { io: 'output', unrepresentable: 'any' }) as {
      default?: unknown
      enum?: string[]
      type?: string
    }
    const meta = (setting.meta?.() ?? {}) as { description?: string; secret?: boolean }
    const values = json.type === 'boolean' ? ['true', 'false'] : json.enum
    const isNumber = json.type === 'integer' || json.type === 'number'
    const choices = values ? values.map((value) => `\`${value}\``).join(', ') : isNumber ? json.type : 'string'
    const initial = String(json.default ?? '')
    const fallback = initial === '' ? '' : `\`${initial}\``
    return `| \`${name}\` | ${choices} | ${fallback} | ${meta.secret ? 'yes' : ''} | ${(meta.description ?? '').replaceAll('|', '\\|')} |`
  })
  return [
    '# Settings',
    '',
    'Read from the environment at start; all faults are reported together. None is required on one machine. This table is generated: `npm run settings-table`.',
    '',
    '| Name | Values | Default | Secret | What it does |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

if (process.argv[1] === import.meta.filename) await writeFile(file, settingsTable())

export async function isSettingsTableCurrent(): Promise<boolean> {
  return (await readFile(file, 'utf8').catch(() => '')) === settingsTable()
}
