/** Figures of games as players read them. Digits stay Latin, as amounts do. */

/** 96.5 -> "96.50%": always two decimals, so that games can be compared at a glance. */
export function formatPercent(percent: number, locale: string): string {
  return new Intl.NumberFormat(`${locale}-u-nu-latn`, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(percent / 100)
}

/** 5000 -> "5,000×". */
export function formatMultiplier(multiplier: number, locale: string): string {
  return `${new Intl.NumberFormat(`${locale}-u-nu-latn`, { maximumFractionDigits: 1 }).format(multiplier)}×`
}

/** 3725 -> "1:02:05": hours only where there are any. */
export function formatElapsed(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), Math.floor(seconds % 60)]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${hours}:${two(minutes)}:${two(rest)}`
}
