import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readTheme, ThemeError } from './theme.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-theme-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'brand.json')

test.each([
  ['is missing', null],
  ['is not JSON', '{'],
  ['is not a theme', '{"tokens": "green"}'],
  ['is not an object', '[]'],
])('a theme file that %s is refused by a message that names the setting and the file', async (_fault, text) => {
  rmSync(file, { force: true })
  if (text !== null) writeFileSync(file, text)
  const reading = readTheme(file)
  await expect(reading).rejects.toThrow(ThemeError)
  await expect(reading).rejects.toThrow(`THEME_FILE: ${file} cannot be read: `)
})
