/** A page's title, what it is for, and its main action at the end of the line. */
import type { ReactNode } from 'react'
import styles from './page-top.module.css'

export function PageTop({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <header className={styles.top}>
      <div>
        <h1>{title}</h1>
        {hint && <p>{hint}</p>}
      </div>
      {children}
    </header>
  )
}
