/** Keys that work anywhere on a page, except while somebody types or a dialog is open. */
import { useLayoutEffect, useRef } from 'react'

/** Whether a key without Ctrl or the like is a command, and not part of what somebody types or chooses. */
export const isCommand = ({ target, metaKey, ctrlKey, altKey, repeat }: KeyboardEvent): boolean =>
  !(metaKey || ctrlKey || altKey || repeat) &&
  !(target as HTMLElement).closest('input:not([type=radio], [type=checkbox]), textarea, select, dialog')

/** The keys of a page come before those of its lists (`useRowKeys`), which listen on the window. */
export function useShortcuts(shortcuts: Record<string, () => void>): void {
  const latest = useRef(shortcuts)
  // As soon as the page is drawn, because a key may follow at once.
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = isCommand(event) && latest.current[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
