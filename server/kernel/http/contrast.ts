/** Contrast of token pairs by WCAG 2.2: 4.5 for text, 3 for user interface components. */

/** [foreground, background, minimum ratio]. */
export const pairs: ReadonlyArray<readonly [string, string, number]> = [
  ...['page', 'surface-1', 'surface-2', 'surface-3', 'surface-inset'].flatMap(
    (surface) =>
      [
        ['text', surface, 4.5],
        ['text-soft', surface, 4.5],
        ['text-faint', surface, 4.5],
        ['accent-text', surface, 4.5],
        ['win', surface, 4.5],
        ['danger', surface, 4.5],
        ['success', surface, 4.5],
        ['warning', surface, 4.5],
        ['info', surface, 4.5],
        ['focus', surface, 3],
        ['line-strong', surface, 3],
      ] as const,
  ),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['on-danger', 'danger-solid', 4.5],
]

export type Tokens = Record<string, string>
export const themeNames = new Set(['tokens', 'dark', 'light', 'contrast'])

/** Errors of a theme applied over the shipped tokens: unknown names, unreadable values, insufficient contrast. */
export function contrastFaults(theme: Record<string, Tokens>, shippedCss: string): string[] {
  const shipped = readTokens(shippedCss)
  const plain = Object.entries(theme).flatMap(([name, tokens]) => plainFaults(name, tokens, shipped.dark))
  // `tokens` is in the last layer, so it also overrides the light and the contrast theme.
  const read = (['dark', 'light', 'contrast'] as const).flatMap((name) =>
    faultsOf({ ...shipped.dark, ...shipped[name], ...theme.tokens, ...theme[name] }).map(
      (fault) => `${name}: ${fault}`,
    ),
  )
  return [...plain, ...read]
}

function plainFaults(name: string, tokens: Tokens, known: Tokens): string[] {
  if (!themeNames.has(name)) return [`unknown theme ${name}: choose from ${[...themeNames].join(', ')}`]
  return Object.entries(tokens).flatMap(([token, value]) => {
    if (!(token in known)) return [`${name}: unknown token ${token}`]
    return /[;{}<>]/.test(value) ? [`${name}: ${token} is not a plain value`] : []
  })
}

export function faultsOf(tokens: Tokens): string[] {
  return pairs.flatMap(([front, back, least]) => {
    const [a, b] = [luminance(tokens[front] ?? ''), luminance(tokens[back] ?? '')]
    if (a === null || b === null) return [`${front} on ${back}: colours must be written as oklch(L C H) or #rrggbb`]
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    return ratio + 0.005 < least
      ? [`${front} on ${back} has a contrast of ${ratio.toFixed(2)}, but requires ${least}`]
      : []
  })
}

/** The tokens of the three shipped themes, read from the style sheet that defines them. */
export function readTokens(css: string): { dark: Tokens; light: Tokens; contrast: Tokens } {
  const block = (start: string) => {
    const from = css.indexOf(start)
    const text = from < 0 ? '' : css.slice(from, css.indexOf('\n  }', from))
    return Object.fromEntries(
      [...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((found) => [found[1]!, found[2]!.trim()]),
    )
  }
  return {
    dark: block(':root {'),
    light: block(":root[data-theme='light']"),
    contrast: block(":root[data-theme='contrast']"),
  }
}

/** Relative luminance; null for anything but an opaque oklch() or hex colour. */
export function luminance(value: string): number | null {
  const rgb = linearRgb(value)
  return rgb && 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
}

export type Rgb = [red: number, green: number, blue: number]

/**
 * Linear sRGB from 0 to 1, clipped to the gamut as screens do; null for anything but an opaque oklch() or hex colour.
 */
export function linearRgb(value: string): Rgb | null {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value)
  if (hex) return hex.slice(1).map((part) => linear(Number.parseInt(part, 16) / 255)) as Rgb
  const oklch = /^oklch\(\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)\s*\)$/.exec(value)
  return oklch ? oklchToLinear(Number(oklch[1]), Number(oklch[2]), Number(oklch[3])) : null
}

/** The colour as #rrggbb; null for anything but an opaque oklch() or hex colour. */
export function hexOf(value: string): string | null {
  const channels = linearRgb(value)?.map((channel) =>
    Math.round(255 * (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055)),
  )
  return channels ? `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}` : null
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

/** Oklab to linear sRGB by its published matrices. */
function oklchToLinear(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}
