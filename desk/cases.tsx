/** Cases of a queue below each other, as rows (`useRowKeys`). Further keys act on the one with the focus, or the first. */
import { type ReactNode, useRef } from 'react'
import styles from './cases.module.css'
import { useShortcuts } from './use-shortcuts.ts'

type CasesProps<Case> = {
  title: string
  cases: Case[]
  keyOf: (one: Case) => string
  /** Key of the keyboard -> what it does with a case. */
  keys: Record<string, (one: Case) => void>
  children: (one: Case) => ReactNode
}

export function Cases<Case>({ title, cases, keyOf, keys, children }: CasesProps<Case>) {
  const list = useRef<HTMLUListElement>(null)
  const acts = Object.entries(keys).map(([key, act]) => [
    key,
    () => {
      const at = [...list.current!.children].findIndex((item) => item.contains(document.activeElement))
      const one = cases[Math.max(at, 0)]
      if (one) act(one)
    },
  ])
  useShortcuts(Object.fromEntries(acts) as Record<string, () => void>)
  return (
    <ul className={styles.cases} ref={list} aria-label={title}>
      {cases.map((one) => (
        <li key={keyOf(one)} data-row="" tabIndex={-1}>
          {children(one)}
        </li>
      ))}
    </ul>
  )
}
