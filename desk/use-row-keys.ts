/**
 * J and K move through the rows of every list of a page, and Enter opens the row. A row has the attribute `data-row`,
 * and the link that opens it comes first in it.
 */
import { useLayoutEffect } from 'react'
import { isCommand } from './use-shortcuts.ts'

const shownRows = () =>
  [...document.querySelectorAll<HTMLElement>('main [data-row]')].filter((row) => row.checkVisibility())

function move(by: 1 | -1): void {
  const rows = shownRows()
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = at < 0 ? rows[0] : rows[at + by]
  if (!row) return
  // The link of a table's row is read aloud with its name. Without one the row has the focus, and never a button in it,
  // which Enter would press.
  const link = row.matches('tr') ? row.querySelector('a') : null
  ;(link ?? row).focus()
  row.scrollIntoView({ block: 'nearest' })
}

export function useRowKeys(): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isCommand(event)) return
      const key = event.key.toLowerCase()
      if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1)
      else if (key === 'enter' && shownRows().includes(event.target as HTMLElement))
        (event.target as HTMLElement).querySelector('a')?.click()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
