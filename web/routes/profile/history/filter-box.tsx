/** Collapsible filters, so that results are visible on small screens. They are open if a filter is set. */
import { type ReactNode, useState } from 'react'
import { Icon } from '../../../design/icon/icon.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './filters.module.css'

export function FilterBox({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const t = useLabels('history')
  // This is only the initial state, because removing a filter must not collapse the box.
  const [isOpen, setOpen] = useState(isUsed)
  return (
    <details className={styles.box} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="filter" />
        {t('filters')}
        <Icon name="chevron-down" />
      </summary>
      <div className={styles.filters}>{children}</div>
    </details>
  )
}
