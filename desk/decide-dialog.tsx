/** A decision with its reason, which becomes part of the audit log. */
import { type ReactNode, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { ReasonField } from './reason-field.tsx'
import { useCall } from './use-call.ts'

type DecideDialogProps = {
  title: string
  hint?: string | undefined
  action: string
  isDangerous?: boolean
  /** Resolves once the server has confirmed the decision. If its answer is lost, it is called again. */
  decide: (reason: string) => Promise<unknown>
  /** It does something more, or is refused, if it is sent again, so only the operator repeats it. */
  isRepeatedByHand?: boolean
  onDone: () => void
  onClose: () => void
  /** Further fields, above the reason. */
  children?: ReactNode
}

export function DecideDialog(props: DecideDialogProps) {
  const { title, hint, action, isDangerous = false, decide, isRepeatedByHand, onDone, onClose, children } = props
  const [reason, setReason] = useState('')
  const { isBusy, error, run, runOnce } = useCall()
  const submit = async () => {
    if (isBusy) return
    const isDone = await (isRepeatedByHand ? run : runOnce)(async () => {
      await decide(reason)
      return true
    })
    if (isDone) onDone()
  }
  return (
    <Dialog
      title={title}
      {...(hint !== undefined && { hint })}
      action={action}
      isDangerous={isDangerous}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {children}
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  )
}
