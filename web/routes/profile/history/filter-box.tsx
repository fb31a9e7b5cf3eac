/** Filters behind one line: what was asked for comes first on a small screen. Open where something is filtered. */
import { type ReactNode, useState } from 'react'
import { Icon } from '../../../design/icon/icon.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './filters.module.css'

export function FilterBox({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const t = useLabels('history')
  // Only how it begins: a filter that is taken away must not close it under the player's hand.
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
