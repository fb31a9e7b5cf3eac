/** A header panel using the native popover: works before hydration; closes on Escape, outside clicks and navigation. */
import { type ReactNode, useEffect, useRef } from 'react'
import { useHideOnMove } from './use-hide-on-move.ts'
import styles from './popover.module.css'

type PopoverProps = { id: string; label: string; onOpen?: () => void; children: ReactNode }
/** Open it with `<button popoverTarget={id}>`. */
export function Popover({ id, label, onOpen, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const opened = useRef(onOpen)
  useHideOnMove(panel)
  // Opened before hydration, without an event handler.
  useEffect(() => {
    if (panel.current?.matches(':popover-open')) opened.current?.()
  }, [])
  return (
    <div
      ref={panel}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      className={styles.panel}
      onToggle={(event) => event.newState === 'open' && onOpen?.()}
    >
      {children}
    </div>
  )
}
