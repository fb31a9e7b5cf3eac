/** A select that shows an icon of the selected option. */
import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { Select } from '../design/field/field.tsx'
import styles from './forms.module.css'

export function FlaggedSelect({
  before,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement>; before: ReactNode }) {
  return (
    <div className={styles.flagged}>
      <span className={styles.before}>{before}</span>
      <Select {...rest} />
    </div>
  )
}
