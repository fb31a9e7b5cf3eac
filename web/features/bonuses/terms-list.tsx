/** Terms as label and value pairs; those that do not apply are omitted. */
import type { ReactNode } from 'react'
import styles from './terms-list.module.css'

type Pair = readonly [term: string, value: ReactNode]
export function TermsList({ items }: { items: ReadonlyArray<Pair | null | undefined | false> }) {
  return (
    <dl className={styles.terms}>
      {items
        .filter((item) => Boolean(item))
        .map((item) => (
          <div key={(item as Pair)[0]}>
            <dt>{(item as Pair)[0]}</dt>
            <dd>{(item as Pair)[1]}</dd>
          </div>
        ))}
    </dl>
  )
}
