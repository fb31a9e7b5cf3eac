/** A moment in the player's own time. The server cannot know that time, so its page says it in UTC until the browser is alive. */
import { useSyncExternalStore } from 'react'
import { useLocale } from '../../render/labels.tsx'

type WhenProps = { at: string; /** `short` leaves out seconds, and a year that is this one; `time` the day as well. */ form?: 'time' | 'short' | 'full' }
const time = { minute: '2-digit' } as const
const short = { ...time, day: 'numeric', month: 'short' } as const
const forms = { time, short, full: { ...short, year: 'numeric', second: '2-digit' } } as const

export function When({ at, form = 'full' }: WhenProps) {
  const locale = `${useLocale()}-u-nu-latn`
  const timeZone = useSyncExternalStore(never, () => undefined, () => 'UTC')
  // As sentences say it: 8:05 AM, but 08:05 where a day has 24 hours.
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  const isPastYear = form === 'short' && new Date(at).getUTCFullYear() !== new Date().getUTCFullYear()
  const text = new Intl.DateTimeFormat(locale, { hour: hour12 ? 'numeric' : '2-digit', ...forms[form], ...(isPastYear && { year: 'numeric' }), ...(timeZone && { timeZone }) }).format(new Date(at))
  return <time dateTime={at}>{text}</time>
}

const never = () => () => {}
