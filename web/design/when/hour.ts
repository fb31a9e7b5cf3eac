import { dateFormat } from '../../render/formats.ts'

/** Returns the format of the hour in a locale: 8:05 AM in a 12-hour locale, 08:05 in a 24-hour one. */
export function hourOf(locale: string): 'numeric' | '2-digit' {
  const { hour12 } = dateFormat(locale, { hour: 'numeric' }).resolvedOptions()
  return hour12 ? 'numeric' : '2-digit'
}
