/** The keys that work on every page. */
import { Detail } from '#web/design/detail/detail.tsx'
import type { DeskOperator } from '#contract/desk/session.ts'
import styles from '../case.module.css'
import { Dialog } from '../dialog.tsx'
import { pageKeys } from '../keys.ts'
import { label } from '../labels.ts'
import { findPage, mayOpen } from '../pages.ts'

export function KeyHelp({ operator, onClose }: { operator: DeskOperator; onClose: () => void }) {
  const toPages = Object.entries(pageKeys).flatMap(([key, path]): Array<[string, string]> => {
    const page = findPage(path)?.page
    return page && mayOpen(operator, page)
      ? [[`G ${key.toUpperCase()}`, label('keys.go', { page: label(page.title) })]]
      : []
  })
  const keys: Array<[string, string]> = [
    ['⌘K, Ctrl K, /', label('keys.find')],
    ['J', label('keys.down')],
    ['K', label('keys.up')],
    ['Enter', label('keys.open')],
    ...toPages,
    ['?', label('keys.help')],
  ]
  return (
    <Dialog title={label('keys')} onClose={onClose}>
      <dl className={styles.facts}>
        {keys.map(([key, meaning]) => (
          <Detail key={key} term={key}>
            {meaning}
          </Detail>
        ))}
      </dl>
    </Dialog>
  )
}
