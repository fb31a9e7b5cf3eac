/** J and K move through the rows of a page's table. A row is opened by its first link, which Enter follows. */
import { useShortcuts } from '../use-shortcuts.ts'

const links = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('main tbody tr')].flatMap((row) => {
    const link = row.querySelector('a')
    return link ? [link] : []
  })

function move(by: 1 | -1): void {
  const all = links()
  const at = all.findIndex((link) => link.closest('tr')!.contains(document.activeElement))
  const next = at < 0 ? all[0] : all[at + by]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

export function useRowKeys(): void {
  useShortcuts({ j: () => move(1), k: () => move(-1) })
}
