/** A date typed in three labelled fields, without a picker. */
import { type FocusEvent, type Ref, useId, useState } from 'react'
import { Input } from '../design/field/field.tsx'
import { useLabels, useLocale } from '../render/labels.tsx'
import type { ChooserProps } from './chooser.tsx'
import { dateOrder, type DatePart, digitsOfPart, joinDate, partDigits, splitDate } from './date-parts.ts'
import styles from './date-input.module.css'

export function DateInput({
  id,
  ref,
  name,
  value,
  onChoose,
  onBlur,
  onFocus,
  autoComplete,
  placeholder: _placeholder,
  label,
  'aria-required': isRequired,
  ...rest
}: ChooserProps) {
  const t = useLabels('fields')
  const locale = useLocale()
  const idPrefix = useId()
  const [typed, setTyped] = useState(() => splitDate(value))
  const parts = joinDate(typed) === value ? typed : splitDate(value)
  const set = (part: DatePart, text: string) => {
    const next = { ...parts, [part]: digitsOfPart(text, part) }
    setTyped(next)
    onChoose(joinDate(next))
  }
  // Moving the focus between the parts is not a blur of the whole date.
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.closest('[role=group]')?.contains(event.relatedTarget)) onBlur()
  }
  return (
    <div role="group" aria-label={label} className={styles.date}>
      {dateOrder(locale).map((part, index) => {
        const inputId = index === 0 ? id : `${idPrefix}-${part}`
        return (
          <div key={part} className={styles.part} data-part={part}>
            <label htmlFor={inputId}>{t(part)}</label>
            <Input
              {...rest}
              id={inputId}
              ref={index === 0 ? (ref as Ref<HTMLInputElement>) : undefined}
              name={`${name}-${part}`}
              value={parts[part]}
              inputMode="numeric"
              size={partDigits[part]}
              aria-required={isRequired}
              autoComplete={autoComplete === 'bday' ? `bday-${part}` : 'off'}
              onChange={(event) => set(part, event.target.value)}
              onFocus={onFocus}
              onBlur={leave}
            />
          </div>
        )
      })}
      <input type="hidden" name={name} value={value} />
    </div>
  )
}
