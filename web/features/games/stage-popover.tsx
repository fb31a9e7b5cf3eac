/** A panel of the stage, whose content is loaded when it is first opened. */
import { type ReactNode, Suspense, useState } from 'react'
import { Spinner } from '../../design/spinner/spinner.tsx'
import styles from './stage-popover.module.css'

export function StagePopover({ id, children }: { id: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div id={id} popover="auto" className={styles.popover} onToggle={({ newState }) => setOpen(newState === 'open')}>
      {isOpen && <Suspense fallback={<Spinner size={24} />}>{children}</Suspense>}
    </div>
  )
}
