/** Formats a timestamp within a sentence, in the player's time zone; like `When`, in UTC until hydration. */
import { useSyncExternalStore } from 'react'
import { hourOf } from '../../design/when/hour.ts'
import { dateFormat } from '../../render/formats.ts'
import { useLocale } from '../../render/labels.tsx'

export function useDayText(): (at: string | null) => string {
  const locale = useLocale()
  const timeZone = useSyncExternalStore(
    never,
    () => undefined,
    () => 'UTC',
  )
  return (at) =>
    at
      ? dateFormat(locale, {
          day: 'numeric',
          month: 'long',
          year: 'numeric',
          hour: hourOf(locale),
          minute: '2-digit',
          ...(timeZone && { timeZone }),
        }).format(new Date(at))
      : ''
}

const never = () => () => {}
