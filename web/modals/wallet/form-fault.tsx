/** Errors of the server that belong to no field, shown next to the submit button. */
import type { ReactNode } from 'react'
import { Icon } from '../../design/icon/icon.tsx'
import styles from '../wallet.module.css'

export function FormFault({ faults, children }: { faults: string[]; children?: ReactNode }) {
  return (
    faults.length > 0 && (
      <p className={styles.fault} role="alert">
        <Icon name="alert" />
        <span>
          {faults.join(' ')} {children}
        </span>
      </p>
    )
  )
}
