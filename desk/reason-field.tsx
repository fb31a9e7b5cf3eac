/** Where an operator writes why: Enter decides, Escape leaves the field. */
import type { RefObject } from 'react'
import { Field, Textarea } from '#web/design/field/field.tsx'
import { label } from './labels.ts'

type ReasonFieldProps = {
  value: string
  onChange: (value: string) => void
  /** Who reads it, where that is not the audit log alone. */
  hint?: string
  isOptional?: boolean
  /** Around the field, for a key that goes to it. */
  field?: RefObject<HTMLDivElement | null>
}

export function ReasonField({ value, onChange, hint = label('reasonHint'), isOptional, field }: ReasonFieldProps) {
  return (
    <div ref={field}>
      <Field
        label={label('reason')}
        hint={hint}
        render={(control) => (
          <Textarea
            {...control}
            rows={2}
            {...(!isOptional && { required: true, minLength: 3 })}
            maxLength={500}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey) {
                event.preventDefault()
                event.currentTarget.form!.requestSubmit()
              }
              // In a dialog, Escape closes it.
              if (event.key === 'Escape' && field) event.currentTarget.blur()
            }}
          />
        )}
      />
    </div>
  )
}
