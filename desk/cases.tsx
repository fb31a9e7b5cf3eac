/** Cases of a queue below each other. J and K move between them, and other keys act on the one with the focus. */
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
  const focused = () => {
    const items = [...list.current!.children]
    return items.findIndex((item) => item.contains(document.activeElement))
  }
  const move = (step: number) => {
    const to = list.current!.children[Math.min(Math.max(focused() + step, 0), cases.length - 1)] as HTMLElement
    to.focus()
    to.scrollIntoView({ block: 'nearest' })
  }
  const acts = Object.entries(keys).map(([key, act]) => [
    key,
    () => {
      const one = cases[Math.max(focused(), 0)]
      if (one) act(one)
    },
  ])
  useShortcuts({ j: () => move(1), k: () => move(-1), ...(Object.fromEntries(acts) as Record<string, () => void>) })
  return (
    <ul className={styles.cases} ref={list} aria-label={title}>
      {cases.map((one) => (
        <li key={keyOf(one)} tabIndex={-1}>
          {children(one)}
        </li>
      ))}
    </ul>
  )
}
