/** The layout of a text page: a title with optional actions, and a readable width. */
import type { ReactNode } from 'react'
import styles from './page-frame.module.css'

type PageProps = {
  title: ReactNode
  lead?: ReactNode
  aside?: ReactNode
  width?: 'text' | 'form' | 'list' | 'wide'
  children: ReactNode
}
export function Page({ title, lead, aside, width = 'wide', children }: PageProps) {
  return (
    <div className={styles.page} data-width={width}>
      <header className={styles.header}>
        <div>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {aside}
      </header>
      {children}
    </div>
  )
}
