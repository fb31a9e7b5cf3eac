/**
 * A header panel that uses the native popover, so it works before hydration. It closes on Escape, outside clicks and
 * navigation.
 */
import { type ReactNode, useEffect, useRef } from 'react'
import { useHideOnMove } from './use-hide-on-move.ts'
import styles from './popover.module.css'

type PopoverProps = { id: string; label: string; onOpen?: () => void; children: ReactNode }
/** Open it with `<button popoverTarget={id}>`. */
export function Popover({ id, label, onOpen, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const initialOnOpen = useRef(onOpen)
  useHideOnMove(panel)
  // The visitor may have opened it before hydration, when no handler was attached.
  useEffect(() => {
    if (panel.current?.matches(':popover-open')) initialOnOpen.current?.()
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
