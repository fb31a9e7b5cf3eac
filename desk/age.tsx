/** How long ago it was, or another short text about a moment, with the exact time as its title. */
import type { ReactNode } from 'react'
import { formatAge, formatMoment } from './labels.ts'

export function Age({ at, children = formatAge(at) }: { at: string; children?: ReactNode }) {
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {children}
    </time>
  )
}
