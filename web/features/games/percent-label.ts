import type { Translate } from '../../render/page.ts'

/**
 * Formats a percentage like `formatPercent`, but with a label instead of Intl. The first Intl formatter of a page loads
 * the browser's locale data, which blocks a phone for five frames while the lobby hydrates.
 */
export function percentLabel(percent: number, t: Translate): string {
  const [whole, part] = percent.toFixed(2).split('.')
  return t('percent', { whole: whole!, part: part! })
}
