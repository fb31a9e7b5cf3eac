/** Tabs as a segmented control, with arrow keys and tab roles. */
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styles from './tabs.module.css'

export type Tab<V extends string> = { value: V; label: ReactNode }
type TabsProps<V extends string> = {
  tabs: Array<Tab<V>>
  value: V
  onChange: (value: V) => void
  label: string
  children: ReactNode
}

/**
 * `children` is the panel of the selected tab. The caller stores the selection, in the URL if a reload must keep it.
 */
export function Tabs<V extends string>({ tabs, value, onChange, label, children }: TabsProps<V>) {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = { ArrowRight: isRightToLeft ? -1 : 1, ArrowLeft: isRightToLeft ? 1 : -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = tabs[(at + step + tabs.length) % tabs.length]!
    onChange(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }
  return (
    <>
      <div className={styles.list} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}
