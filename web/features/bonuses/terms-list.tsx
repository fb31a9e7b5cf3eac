/** Terms as label and value pairs; those that do not apply are omitted. */
import type { ReactNode } from 'react'
import styles from './terms-list.module.css'
import { Detail } from '../../design/detail/detail.tsx'

type Pair = readonly [term: string, value: ReactNode]
export type Term = Pair | null | undefined | false
export function TermsList({ items }: { items: readonly Term[] }) {
  return (
    <dl className={styles.terms}>
      {items
        .filter((item) => Boolean(item))
        .map((item) => (
          <Detail key={(item as Pair)[0]} term={(item as Pair)[0]}>
            {(item as Pair)[1]}
          </Detail>
        ))}
    </dl>
  )
}
