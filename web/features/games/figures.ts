/** Formatting of game figures. */
import { numberFormat } from '../../render/formats.ts'

/** Formats 96.5 as "96.50%", always with two decimals, so that values are easy to compare. */
export function formatPercent(percent: number, locale: string): string {
  const options = { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const
  return numberFormat(locale, options).format(percent / 100)
}

/** 5000 -> "5,000×". */
export function formatMultiplier(multiplier: number, locale: string): string {
  return `${numberFormat(locale, { maximumFractionDigits: 1 }).format(multiplier)}×`
}

/** Converts a hit rate to rounds per win: with 28%, about every 4th round wins. */
export function roundsPerHit(hitRate: number): number {
  return Math.round(100 / hitRate)
}

/** Formats 3725 seconds as "1:02:05". */
export function formatElapsed(seconds: number): string {
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    Math.floor(seconds % 60),
  ]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${hours}:${two(minutes)}:${two(rest)}`
}
