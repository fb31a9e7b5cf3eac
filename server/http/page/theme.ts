/**
 * The operator's theme: tokens as JSON, written as custom properties in the last layer; refused if text would be
 * unreadable.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { contrastFaults, hexOf, readTokens } from '../../kernel/http/contrast.ts'

const root = join(import.meta.dirname, '../../..')

export class ThemeError extends Error {}

/**
 * Reads `{ "tokens": { "accent": "oklch(…)" }, "dark": {…}, "light": {…}, "contrast": {…} }` and returns its CSS;
 * empty without a file. Throws ThemeError.
 */
export async function readTheme(file: string | null): Promise<string> {
  if (!file) return ''
  const theme = await parse(file)
  const faults = contrastFaults(theme, await readFile(join(root, 'web/design/tokens.css'), 'utf8'))
  if (faults.length > 0) throw new ThemeError(`THEME_FILE: ${file} cannot be used:\n  ${faults.join('\n  ')}`)
  const blocks = ['tokens', 'dark', 'light', 'contrast']
    .filter((name) => theme[name])
    .map((name) => `${selectors[name]}{${declarations(theme[name]!)}}`)
  const system = theme.light
    ? `@media (prefers-color-scheme:light){:root[data-theme=system]{${declarations(theme.light)}}}`
    : ''
  return `@layer operator{${blocks.join('')}${system}}${await stylesheet(file)}`
}

/** The page's background in the dark theme, as #rrggbb: not every reader of a web manifest knows oklch. */
export async function readPageColor(file: string | null): Promise<string> {
  const shipped = readTokens(await readFile(join(root, 'web/design/tokens.css'), 'utf8')).dark.page!
  const theme = file ? await parse(file) : {}
  return hexOf(theme.dark?.page ?? theme.tokens?.page ?? shipped)!
}

/** Theme -> token -> value. */
const Theme = z.record(z.string(), z.record(z.string(), z.string()))

async function parse(file: string): Promise<z.output<typeof Theme>> {
  try {
    return Theme.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new ThemeError(`THEME_FILE: ${file} cannot be read: ${reason}`)
  }
}

/** `brand.css` beside `brand.json`, for operators who need more than tokens. It is in the last layer too. */
async function stylesheet(themeFile: string): Promise<string> {
  const css = await readFile(themeFile.replace(/\.json$/, '.css'), 'utf8').catch(() => '')
  if (/<\/|@import/i.test(css))
    throw new ThemeError(`The stylesheet beside ${themeFile} may not import, nor hold a closing tag`)
  return css ? `@layer operator{${css}}` : ''
}

const selectors: Record<string, string> = {
  tokens: ':root',
  dark: ':root:is([data-theme=dark],[data-theme=system])',
  light: ':root[data-theme=light]',
  contrast: ':root[data-theme=contrast]',
}

function declarations(tokens: Record<string, string>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}
