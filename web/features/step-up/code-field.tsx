/** An input for a code from another device: large spaced digits, with browser autofill. */
import { useEffect, useRef } from 'react'
import { Field, Input } from '../../design/field/field.tsx'
import { NextCode } from './next-code.tsx'
import styles from './step-up.module.css'

const appCode = /^\d{6}$/

type CodeFieldProps = {
  name: string
  label: string
  hint?: string
  error: string | undefined
  /** Seconds until the app shows its next code, if the last one was already used. */
  nextCodeIn?: number | undefined
  onFocus: () => void
  hasFocus?: boolean
}
/** `hasFocus` focuses the field when it appears. */
export function CodeField({ name, label, hint, error, nextCodeIn, onFocus, hasFocus }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [hasFocus])
  const field = (
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
          // The sixth digit sends a code of the app; a recovery code is longer and has letters.
          onInput={({ currentTarget: { value, form } }) => {
            if (appCode.test(value)) form?.requestSubmit()
          }}
        />
      )}
    />
  )
  return (
    <>
      {field}
      {nextCodeIn !== undefined && <NextCode seconds={nextCodeIn} />}
    </>
  )
}
