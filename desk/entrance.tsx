/** The layout of the pages in front of the desk. */
import type { FormEvent, ReactNode } from 'react'
import styles from './entrance.module.css'
import { label } from './labels.ts'

type EntranceProps = {
  title: string
  hint: string
  error: string | undefined
  onSubmit: () => void
  children: ReactNode
}

export function Entrance({ title, hint, error, onSubmit, children }: EntranceProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <main className={styles.entrance}>
      <p className={styles.brand}>{label('title')}</p>
      <form className={styles.sheet} onSubmit={submit}>
        <h1>{title}</h1>
        <p className={styles.hint}>{hint}</p>
        {children}
        <p className={styles.error} role="alert">
          {error}
        </p>
      </form>
    </main>
  )
}
