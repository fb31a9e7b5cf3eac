/** What the server refused that no single field stands for; said where the press was. */
import { Icon } from '../../design/icon/icon.tsx'
import styles from './wallet.module.css'

export function FormFault({ faults }: { faults: string[] }) {
  return (
    faults.length > 0 && (
      <p className={styles.fault} role="alert">
        <Icon name="alert" />
        <span>{faults.join(' ')}</span>
      </p>
    )
  )
}
