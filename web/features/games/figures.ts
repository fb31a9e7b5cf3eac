/** Formatting of game figures. */
import { numberFormat } from '../../render/formats.ts'
import type { Translate } from '../../render/page.ts'

/** 96.5 -> "96.50%": always two decimals, for comparison at a glance. */
export function formatPercent(percent: number, locale: string): string {
  const options = { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const
  return numberFormat(locale, options).format(percent / 100)
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
  return `${numberFormat(locale, { maximumFractionDigits: 1 }).format(multiplier)}×`
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
