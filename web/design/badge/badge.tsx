/** A short word about a thing's state; `win` is for winnings alone. */
import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeTone = 'neutral' | 'accent' | 'win' | 'success' | 'warning' | 'danger' | 'info'
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}

/** How many are waiting; nothing at zero. For eyes only: the control that it stands on says the number in its name. */
export function CountBadge({ count }: { count: number }) {
  return count > 0 ? <span className={styles.count} data-count={count > 99 ? '99+' : count} /> : null
}
