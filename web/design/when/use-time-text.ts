/** Formats the time of day of a timestamp for a label, in the player's time zone; like `When`, in UTC until hydration. */
import { dateFormat } from '../../render/formats.ts'
import { useLocale } from '../../render/labels.tsx'
import { hourOf } from './hour.ts'
import { useTimeZone } from './use-time-zone.ts'

export function useTimeText(): (at: string) => string {
  const locale = useLocale()
  const timeZone = useTimeZone()
  return (at) => dateFormat(locale, { hour: hourOf(locale), minute: '2-digit', ...timeZone }).format(new Date(at))
}
