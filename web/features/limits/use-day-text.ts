/** Formats a timestamp within a sentence, in the player's time zone; like `When`, in UTC until hydration. */
import { hourOf } from '../../design/when/hour.ts'
import { useTimeZone } from '../../design/when/use-time-zone.ts'
import { dateFormat } from '../../render/formats.ts'
import { useLocale } from '../../render/labels.tsx'

export function useDayText(): (at: string | null) => string {
  const locale = useLocale()
  const timeZone = useTimeZone()
  return (at) =>
    at
      ? dateFormat(locale, {
          day: 'numeric',
          month: 'long',
          year: 'numeric',
          hour: hourOf(locale),
          minute: '2-digit',
          ...timeZone,
        }).format(new Date(at))
      : ''
}
