import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrastFaults, faultsOf, luminance, readTokens } from './contrast.ts'

const css = readFileSync(join(import.meta.dirname, '../../../web/design/tokens.css'), 'utf8')
const themes = readTokens(css)

test.each(['dark', 'light', 'contrast'] as const)(
  'the %s theme has a contrast of 4.5 for text and 3 for interface components, on every surface',
  (name) => {
    expect(faultsOf({ ...themes.dark, ...themes[name] })).toEqual([])
  },
)

test('the system theme of a light device has exactly the tokens of the light theme', () => {
  const system = css.slice(css.indexOf(":root[data-theme='system']"))
  for (const [token, value] of Object.entries(themes.light)) expect(system).toContain(`--${token}: ${value};`)
})

test('the luminance of known colours', () => {
  expect(luminance('#ffffff')).toBeCloseTo(1, 5)
  expect(luminance('oklch(1 0 0)')).toBeCloseTo(1, 3)
  expect(luminance('oklch(0.628 0.2577 29.23)')).toBeCloseTo(0.2126, 2)
  expect(luminance('red')).toBeNull()
})

test("an operator's theme with insufficient contrast is refused, naming the pair and its ratio", () => {
  expect(contrastFaults({ tokens: { accent: '#202020' } }, css).join()).toMatch(
    /on-accent on accent has a contrast of 1\.\d+, but requires 4\.5/,
  )
  expect(contrastFaults({ tokens: { text: '#ffffff' } }, css).join()).toMatch(/light: text on page/)
  expect(contrastFaults({ tokens: { accnet: '#ffffff' } }, css)).toContain('tokens: unknown token accnet')
  expect(contrastFaults({ tokens: { text: '#fff}body{display:none' } }, css).join()).toContain('not a plain value')
  expect(
    contrastFaults({ tokens: { accent: '#7ee8a4', 'accent-hover': '#94efb4', 'on-accent': '#08301a' } }, css),
  ).toEqual([])
})
