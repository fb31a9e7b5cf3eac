/** The time at the end of a line, after a dot; both stay on one line if they fit. */
import type { ComponentProps } from 'react'
import { When } from '../../../design/when/when.tsx'
import styles from './history.module.css'

export function LineTime(when: ComponentProps<typeof When>) {
  return (
    <span className={styles.time}>
      ·&nbsp;
      <When {...when} />
    </span>
  )
}
