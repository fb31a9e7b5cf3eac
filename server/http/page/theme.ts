/** An operator's own look: tokens as JSON, written as custom properties in the last layer, refused where text could not be read. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contrastFaults } from './contrast.ts'

const root = join(import.meta.dirname, '../../..')

export class ThemeError extends Error {}

/** Reads `{ "tokens": { "accent": "oklch(…)" }, "light": {…}, "contrast": {…} }` and answers its CSS; empty without a file. Throws ThemeError. */
export async function readTheme(file: string | null): Promise<string> {
  if (!file) return ''
  const theme = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, string>>
  const faults = contrastFaults(theme, await readFile(join(root, 'web/design/tokens.css'), 'utf8'))
  if (faults.length > 0) throw new ThemeError(`The theme ${file} cannot be used:\n  ${faults.join('\n  ')}`)
  const blocks = Object.entries(theme).map(([name, tokens]) => `${selectors[name] ?? ':root'}{${declarations(tokens)}}`)
  return `@layer operator{${blocks.join('')}}`
}

const selectors: Record<string, string> = { tokens: ':root', light: ':root[data-theme=light]', contrast: ':root[data-theme=contrast]' }

function declarations(tokens: Record<string, string>): string {
  return Object.entries(tokens).map(([name, value]) => `--${name}:${value}`).join(';')
}
