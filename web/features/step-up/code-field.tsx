/** An input for a code from another device: large spaced digits, with browser autofill. */
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
/** `hasFocus` focuses the field when it appears. */
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
