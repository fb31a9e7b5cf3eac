/** Where an operator writes to a player: a key goes to it, Ctrl+Enter sends, Escape leaves it. */
import { useRef } from 'react'
import { Field, Textarea } from '#web/design/field/field.tsx'
import { useShortcuts } from './use-shortcuts.ts'

type AnswerFieldProps = {
  label: string
  hint: string
  maxLength: number
  /** Of a page with two of them, each has its own. */
  shortcut?: string
  value: string
  onChange: (value: string) => void
}

export function AnswerField({ label, hint, maxLength, shortcut = 'r', value, onChange }: AnswerFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  useShortcuts({ [shortcut]: () => field.current!.querySelector('textarea')!.focus() })
  return (
    <div ref={field}>
      <Field
        label={label}
        hint={hint}
        render={(control) => (
          <Textarea
            {...control}
            rows={8}
            required
            maxLength={maxLength}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form!.requestSubmit()
              if (event.key === 'Escape') event.currentTarget.blur()
            }}
          />
        )}
      />
    </div>
  )
}
