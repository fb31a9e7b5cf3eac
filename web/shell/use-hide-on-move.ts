/** Closes a popover on navigation, but keeps one open that was opened before hydration. */
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from '../render/router.tsx'

export function useHideOnMove(popover: RefObject<HTMLElement | null>): void {
  const { page, search } = useLocation()
  const address = page.pathname + search
  const previous = useRef(address)
  useEffect(() => {
    if (previous.current === address) return
    previous.current = address
    popover.current?.hidePopover?.()
  }, [popover, address])
}
