/** Formatting of game figures. Digits stay Latin, as in amounts. */
import type { Translate } from '../../render/page.ts'

// Creating a formatter costs a hundred times a call, and a lobby formats forty figures.
const percents = new Map<string, Intl.NumberFormat>()
const multipliers = new Map<string, Intl.NumberFormat>()

function kept(
  formats: Map<string, Intl.NumberFormat>,
  locale: string,
  make: () => Intl.NumberFormat,
): Intl.NumberFormat {
  const known = formats.get(locale) ?? make()
  formats.set(locale, known)
  return known
}

/** 96.5 -> "96.50%": always two decimals, for comparison at a glance. */
export function formatPercent(percent: number, locale: string): string {
  const format = kept(
    percents,
    locale,
    () =>
      new Intl.NumberFormat(`${locale}-u-nu-latn`, {
        style: 'percent',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      }),
  )
  return format.format(percent / 100)
}

/**
 * The same by the label of the tiles. The first formatter that a page makes reads the browser's tables of all languages,
 * which blocks a phone for the time of five frames, while the lobby hydrates.
 */
export function percentLabel(percent: number, t: Translate): string {
  const [whole, part] = percent.toFixed(2).split('.')
  return t('percent', { whole: whole!, part: part! })
}

/** 5000 -> "5,000×". */
export function formatMultiplier(multiplier: number, locale: string): string {
  return `${kept(multipliers, locale, () => new Intl.NumberFormat(`${locale}-u-nu-latn`, { maximumFractionDigits: 1 })).format(multiplier)}×`
}

/** 28% of rounds pay: about every 4th. */
export function roundsPerHit(hitRate: number): number {
  return Math.round(100 / hitRate)
}

/** 3725 -> "1:02:05": hours only when needed. */
export function formatElapsed(seconds: number): string {
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    Math.floor(seconds % 60),
  ]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${hours}:${two(minutes)}:${two(rest)}`
}
