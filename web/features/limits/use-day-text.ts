/** A timestamp for use within a sentence, in the player's locale and time zone (UTC until hydration, as `When`). */
import { useSyncExternalStore } from 'react'
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
      ? new Intl.DateTimeFormat(`${locale}-u-nu-latn`, {
          dateStyle: 'long',
          timeStyle: 'short',
          ...(timeZone && { timeZone }),
        }).format(new Date(at))
      : ''
}

const never = () => () => {}
