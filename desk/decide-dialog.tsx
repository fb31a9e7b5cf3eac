/** A decision with its reason, which becomes part of the audit log. */
import { useState } from 'react'
import { Field, Textarea } from '#web/design/field/field.tsx'
import { Dialog } from './dialog.tsx'
import { label } from './labels.ts'
import { useCall } from './use-call.ts'

type DecideDialogProps = {
  title: string
  hint: string
  action: string
  isDangerous?: boolean
  /** Resolves once the server has confirmed the decision. */
  decide: (reason: string) => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

export function DecideDialog({ title, hint, action, isDangerous, decide, onDone, onClose }: DecideDialogProps) {
  const [reason, setReason] = useState('')
  const { isBusy, error, run } = useCall()
  const submit = async () => {
    const isDone = await run(async () => {
      await decide(reason)
      return true
    })
    if (isDone) onDone()
  }
  return (
    <Dialog
      title={title}
      hint={hint}
      action={action}
      isDangerous={isDangerous ?? false}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field
        label={label('reason')}
        hint={label('reasonHint')}
        render={(control) => (
          <Textarea
            {...control}
            rows={3}
            required
            minLength={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey) {
                event.preventDefault()
                event.currentTarget.form!.requestSubmit()
              }
            }}
          />
        )}
      />
    </Dialog>
  )
}
