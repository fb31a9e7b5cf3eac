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
    const initial = String(json.default ?? '')
    const values = json.enum ?? (json.type === 'boolean' && initial === '' ? ['true', 'false'] : [])
    const others = values.filter((value) => value !== initial)
    const choices = [...(initial === '' ? [] : [initial]), ...others].map((value) => `\`${value}\``).join(', ')
    const text = `${meta.secret ? 'Secret. ' : ''}${meta.description ?? ''}`.replaceAll('|', '\\|')
    return `| \`${name}\` | ${choices}${choices && ' '}| ${text} |`
  })
  return [
    '# Settings',
    '',
    'Read from the environment at start; none is required on one machine. The first value is the default where the text names no other. `npm run settings-table` writes this table.',
    '',
    '| Name | Values | What it does |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

if (process.argv[1] === import.meta.filename) await writeFile(file, settingsTable())

export async function isSettingsTableCurrent(): Promise<boolean> {
  return (await readFile(file, 'utf8').catch(() => '')) === settingsTable()
}
