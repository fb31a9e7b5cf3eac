/** Server refusals without a field, shown next to the submit button. */
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
