/** A status badge; `win` is reserved for winnings. */
import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeTone = 'neutral' | 'accent' | 'win' | 'success' | 'warning' | 'danger' | 'info'
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  // The label of a value that this page does not know may be empty.
  if (children === '') return null
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}

/** An unread count, hidden at zero. It is decorative: the control's accessible name must include the number. */
export function CountBadge({ count }: { count: number }) {
  return count > 0 ? <span className={styles.count} data-count={count > 99 ? '99+' : count} /> : null
}
