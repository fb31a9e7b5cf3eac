/** A timestamp in the player's time zone. The server does not know it, so the time is in UTC until hydration. */
import { dateFormat } from '../../render/formats.ts'
import { useLocale } from '../../render/labels.tsx'
import { hourOf } from './hour.ts'
import { useTimeZone } from './use-time-zone.ts'

type Form = 'time' | 'short' | 'full'
type WhenProps = {
  at: string
  /** `short` omits seconds and the current year; `time` also omits the date. */ form?: Form
}
const time = { minute: '2-digit' } as const
const short = { ...time, day: 'numeric', month: 'short' } as const
const forms = { time, short, full: { ...short, year: 'numeric', second: '2-digit' } } as const

export function When({ at, form = 'full' }: WhenProps) {
  const locale = useLocale()
  const timeZone = useTimeZone()
  return <time dateTime={at}>{formatted(new Date(at), form, locale, timeZone)}</time>
}

function formatted(moment: Date, form: Form, locale: string, timeZone: { timeZone?: string }): string {
  const isPastYear = form === 'short' && moment.getUTCFullYear() !== new Date().getUTCFullYear()
  return dateFormat(locale, {
    hour: hourOf(locale),
    ...forms[form],
    ...(isPastYear && { year: 'numeric' }),
    ...timeZone,
  })
    .format(moment)
    .replace(arabicHalf, '\u00A0')
}

/** Only Arabic has a breaking space before AM and PM. */
const arabicHalf = / (?=[صم]$)/
