/** A field for a code that is read off another screen: big, spaced figures, and the browser may fill it in. */
import { useEffect, useRef } from 'react'
import { Field, Input } from '../../design/field/field.tsx'
import styles from './step-up.module.css'

type CodeFieldProps = {
  name: string
  label: string
  hint?: string
  error: string | undefined
  onFocus: () => void
  hasFocus?: boolean
}
/** `hasFocus` takes the focus as the field appears: it is the one thing to do there. */
export function CodeField({ name, label, hint, error, onFocus, hasFocus }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [hasFocus])
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      isRequired
      render={(control) => (
        <Input
          {...control}
          ref={input}
          name={name}
          className={styles.code}
          dir="ltr"
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={16}
          onFocus={onFocus}
        />
      )}
    />
  )
}
