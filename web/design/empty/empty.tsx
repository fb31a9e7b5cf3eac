/** An empty state with its reason and an action. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import styles from './empty.module.css'

type EmptyProps = {
  icon: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
  /** `h1` when this is the page's main content. */ as?: 'h1' | 'h2'
}
export function Empty({ icon, title, children, action, as: Heading = 'h2' }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon name={icon} size={28} />
      </span>
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

/** A failed load with its reason and a retry button. */
export function Failed({
  title,
  children,
  retryLabel,
  onRetry,
}: {
  title: string
  children?: ReactNode
  retryLabel: string
  onRetry: () => void
}) {
  return (
    <Empty
      icon="alert"
      title={title}
      action={
        <button type="button" className={styles.retry} onClick={onRetry}>
          {retryLabel}
        </button>
      }
    >
      {children}
    </Empty>
  )
}
