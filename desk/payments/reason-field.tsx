/** Where an operator writes why: Enter decides, Escape leaves the field. */
import type { RefObject } from 'react'
import { Field, Textarea } from '#web/design/field/field.tsx'
import { label } from '../labels.ts'

type ReasonFieldProps = {
  /** Around the field, for a key that goes to it. */
  field: RefObject<HTMLDivElement | null>
  hint: string
  value: string
  onChange: (value: string) => void
}

export function ReasonField({ field, hint, value, onChange }: ReasonFieldProps) {
  return (
    <div ref={field}>
      <Field
        label={label('payments.reason')}
        hint={hint}
        render={(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={500}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey) {
                event.preventDefault()
                event.currentTarget.form!.requestSubmit()
              }
              if (event.key === 'Escape') event.currentTarget.blur()
            }}
          />
        )}
      />
    </div>
  )
}
