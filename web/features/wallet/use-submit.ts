/**
 * Sends a form's calls: busy meanwhile, a refusal with a text of its own becomes the form's error, anything else an
 * alert.
 */
import { useState } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError } from '../../api/client.ts'
import { useAlert } from '../alerts/raise-alert.ts'

/** Without an answer nobody can say that nothing was changed. */
export const alertFor = ({ status }: ApiError) => (status === HttpStatus.noAnswer ? 'offline' : 'somethingWrong')

type Submit = {
  isBusy: boolean
  /** The name of the refusal to show. */
  fault: string | null
  forgive: () => void
  /** Resolves to whether `work` succeeded. Ending a step-up is no fault. */
  run: (work: () => Promise<unknown>) => Promise<boolean>
}

/** `after` runs whether the call succeeded or not. */
export function useSubmit({ faults, after }: { faults: ReadonlySet<string>; after: () => void }): Submit {
  const alert = useAlert()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  return {
    isBusy,
    fault,
    forgive: () => setFault(null),
    run: async (work) => {
      setBusy(true)
      setFault(null)
      try {
        await work()
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (faults.has(error.name)) setFault(error.name)
        else if (error.name !== 'stepUpRequired') await alert('common', alertFor(error))
        return false
      } finally {
        setBusy(false)
        after()
      }
    },
  }
}
