/** The theme's colours for mail programs: hexadecimal, from the same tokens and theme file as the pages. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { linearRgb, readTokens, type Tokens } from '../../../kernel/http/contrast.ts'

const names = {
  page: 'page',
  surface: 'surface-2',
  inset: 'surface-inset',
  line: 'line',
  text: 'text',
  soft: 'text-soft',
  link: 'accent-text',
  mark: 'mark',
  button: 'accent',
  onButton: 'on-accent',
} as const
export type Palette = Record<keyof typeof names, string>
export type MailTheme = { light: Palette; dark: Palette }

const read = new Map<string, Promise<MailTheme>>()

/** Read once: the theme is checked at startup and does not change while the process runs. */
export function readMailTheme(themeFile: string | null): Promise<MailTheme> {
  const key = themeFile ?? ''
  if (!read.has(key)) read.set(key, compose(themeFile))
  return read.get(key)!
}

async function compose(themeFile: string | null): Promise<MailTheme> {
  const shipped = readTokens(await readFile(join(import.meta.dirname, '../../../../web/design/tokens.css'), 'utf8'))
  const theme = themeFile ? (JSON.parse(await readFile(themeFile, 'utf8')) as Record<string, Tokens>) : {}
  return {
    light: palette({ ...shipped.dark, ...shipped.light, ...theme.tokens, ...theme.light }),
    dark: palette({ ...shipped.dark, ...theme.tokens, ...theme.dark }),
  }
}

function palette(tokens: Tokens): Palette {
  return Object.fromEntries(Object.entries(names).map(([name, token]) => [name, toHex(tokens[token] ?? '')])) as Palette
}

export function toHex(color: string): string {
  const rgb = linearRgb(color)
  if (!rgb) throw new Error(`${color} is not a colour that mails support`)
  return `#${rgb
    .map((channel) =>
      Math.round(encode(channel) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function encode(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055
}
