/** Keys that work anywhere on a page, except while somebody types or a dialog is open. */
import { useEffect, useRef } from 'react'

export function useShortcuts(shortcuts: Record<string, () => void>): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.repeat) return
      const target = event.target as HTMLElement
      if (target.closest('input:not([type=radio], [type=checkbox]), textarea, select, dialog')) return
      const act = latest.current[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
