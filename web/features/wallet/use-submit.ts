/** Runs the calls of a form. Listed refusals become the error of the form, and other errors an alert. */
import { useState } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError } from '../../api/client.ts'
import { useAlert } from '../alerts/raise-alert.ts'

/** Without an answer the call may have succeeded, so the alert must not say that it failed. */
export const alertFor = ({ status }: ApiError) =>
  status !== HttpStatus.noAnswer ? 'somethingWrong' : navigator.onLine ? 'unanswered' : 'offline'

type Submit = {
  isBusy: boolean
  /** The name of the refusal to show. */
  fault: string | null
  /** Its text in the server's words. */
  texts: string | undefined
  forgive: () => void
  /** Resolves to whether `work` succeeded. A cancelled step-up is not shown as an error. */
  run: (work: () => Promise<unknown>) => Promise<boolean>
}

/** A refusal that depends on what the player has chosen or on the state of the account. */
const isRefusal = ({ status }: ApiError) => status === HttpStatus.conflict || status === HttpStatus.unprocessable

/**
 * `faults`: the refusals that the form shows; without it, every one, in the server's words. `after` runs whether the
 * call succeeded or not.
 */
export function useSubmit({ faults, after }: { faults?: ReadonlySet<string>; after: () => void }): Submit {
  const alert = useAlert()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<ApiError | null>(null)
  return {
    isBusy,
    fault: fault?.name ?? null,
    texts: fault?.serverMessage,
    forgive: () => setFault(null),
    run: async (work) => {
      setBusy(true)
      setFault(null)
      try {
        await work()
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (faults ? faults.has(error.name) : isRefusal(error)) setFault(error)
        else if (error.name !== 'stepUpRequired') await alert('common', alertFor(error))
        return false
      } finally {
        setBusy(false)
        after()
      }
    },
  }
}
