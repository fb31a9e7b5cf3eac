/** A modal dialog with one form. Escape and the backdrop close it. */
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#web/design/button/button.tsx'
import styles from './dialog.module.css'
import { label } from './labels.ts'
import { onWaiting } from './waiting.ts'

type DialogProps = {
  title: string
  hint?: string
  /** Of the button that submits; without one there is only a button to close. */
  action?: string
  isDangerous?: boolean
  isBusy?: boolean
  error?: string | undefined
  onSubmit?: () => void
  onClose: () => void
  children?: ReactNode
}

export function Dialog({ title, hint, action, isDangerous, isBusy, error, onSubmit, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    dialog.current!.showModal()
    // A long dialog without fields has its first control at the end.
    dialog.current!.scrollTop = 0
  }, [])
  // The act was stored as a request, which the frame of the page shows.
  useEffect(() => onWaiting(() => dialog.current?.close()), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onClose={onClose} closedby="any">
      <form onSubmit={submit}>
        <h2 id={titleId}>{title}</h2>
        {hint && <p className={styles.hint}>{hint}</p>}
        {children}
        <p className={styles.error} role="alert">
          {error}
        </p>
        <p className={styles.buttons}>
          <Button onClick={() => dialog.current!.close()}>{label(action ? 'cancel' : 'close')}</Button>
          {action && (
            <Button type="submit" tone={isDangerous ? 'danger' : 'primary'} isBusy={isBusy ?? false}>
              {action}
            </Button>
          )}
        </p>
      </form>
    </dialog>
  )
}
