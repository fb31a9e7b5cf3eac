/** A moment in the player's own words and time zone, for the middle of a sentence; empty where there is none. In UTC until the browser is alive, as `When`. */
import { useSyncExternalStore } from 'react'
import { useLocale } from '../../render/labels.tsx'

export function useDayWords(): (at: string | null) => string {
  const locale = useLocale()
  const timeZone = useSyncExternalStore(
    never,
    () => undefined,
    () => 'UTC',
  )
  return (at) =>
    at
      ? new Intl.DateTimeFormat(`${locale}-u-nu-latn`, {
          dateStyle: 'long',
          timeStyle: 'short',
          ...(timeZone && { timeZone }),
        }).format(new Date(at))
      : ''
}

const never = () => () => {}
