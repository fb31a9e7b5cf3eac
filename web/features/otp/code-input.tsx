/** An input for a code that is shown as slots. It is a single input, so that paste and autofill work. */
import { type ClipboardEvent, type Ref, useState } from 'react'
import type { ControlProps } from '../../design/field/field.tsx'
import { codeLength, codeOf, isCodeText } from './code-text.ts'
import styles from './otp.module.css'

type CodeInputProps = ControlProps & {
  ref?: Ref<HTMLInputElement>
  value: string
  hasLetters: boolean
  onChange: (value: string) => void
  isDisabled?: boolean
}

export function CodeInput({ value, hasLetters, onChange, isDisabled, ...rest }: CodeInputProps) {
  const [isFocused, setFocused] = useState(false)
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const text = event.clipboardData.getData('text')
    if (isCodeText(text, hasLetters)) onChange(codeOf(text, hasLetters))
  }
  return (
    <div className={styles.entry} dir="ltr">
      <div className={styles.slots} aria-hidden="true">
        {Array.from({ length: codeLength }, (_, index) => (
          <span
            key={index}
            className={styles.slot}
            data-active={(isFocused && index === Math.min(value.length, codeLength - 1)) || undefined}
            data-invalid={rest['aria-invalid']}
          >
            {value[index]}
          </span>
        ))}
      </div>
      <input
        {...rest}
        className={styles.input}
        name="code"
        type="text"
        value={value}
        inputMode={hasLetters ? 'text' : 'numeric'}
        pattern={hasLetters ? undefined : '[0-9]*'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        readOnly={isDisabled}
        onPaste={paste}
        onChange={(event) => onChange(codeOf(event.target.value, hasLetters))}
        onFocus={(event) => {
          setFocused(true)
          event.target.setSelectionRange(value.length, value.length)
        }}
        onBlur={() => setFocused(false)}
      />
    </div>
  )
}
