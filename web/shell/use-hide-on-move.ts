/** Closes a popover on navigation. One opened before hydration stays open. */
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from '../render/router.tsx'

export function useHideOnMove(popover: RefObject<HTMLElement | null>): void {
  const { page, search } = useLocation()
  const place = page.pathname + search
  const seen = useRef(place)
  useEffect(() => {
    if (seen.current === place) return
    seen.current = place
    popover.current?.hidePopover?.()
  }, [popover, place])
}
