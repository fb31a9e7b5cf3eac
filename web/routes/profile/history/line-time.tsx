/** The time after the other facts of a line: with its dot, on one line where it fits. */
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
