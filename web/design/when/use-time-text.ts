/** Formats the time of day of a timestamp for a label, in the player's time zone; like `When`, in UTC until hydration. */
import { useSyncExternalStore } from 'react'
import { dateFormat } from '../../render/formats.ts'
import { useLocale } from '../../render/labels.tsx'
import { hourOf } from './hour.ts'

export function useTimeText(): (at: string) => string {
  const locale = useLocale()
  const timeZone = useSyncExternalStore(
    never,
    () => undefined,
    () => 'UTC',
  )
  return (at) =>
    dateFormat(locale, { hour: hourOf(locale), minute: '2-digit', ...(timeZone && { timeZone }) }).format(new Date(at))
}

const never = () => () => {}
