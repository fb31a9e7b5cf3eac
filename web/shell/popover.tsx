/** A panel under the header, by the platform's own popover: it opens before hydration, closes on Escape, outside and on leaving. */
import { type ReactNode, useEffect, useRef } from 'react'
import { usePlace } from '../render/router.tsx'
import styles from './popover.module.css'

type PopoverProps = { id: string; label: string; onOpen?: () => void; children: ReactNode }
/** Open it with `<button popoverTarget={id}>`. */
export function Popover({ id, label, onOpen, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const { page, search } = usePlace()
  useEffect(() => panel.current?.hidePopover?.(), [page.pathname, search])
  return (
    <div ref={panel} id={id} popover="auto" role="dialog" aria-label={label} className={styles.panel} onToggle={(event) => event.newState === 'open' && onOpen?.()}>{children}</div>
  )
}
