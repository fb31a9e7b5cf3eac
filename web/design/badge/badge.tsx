/** A short word about a thing's state; `win` is for winnings alone. */
import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeTone = 'neutral' | 'accent' | 'win' | 'success' | 'warning' | 'danger' | 'info'
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={styles.badge} data-tone={tone}>{children}</span>
}

/** How many are waiting; nothing at zero. `label` is what a screen reader hears. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  return count > 0 ? <span className={styles.count} role="img" aria-label={label}>{count > 99 ? '99+' : count}</span> : null
}
