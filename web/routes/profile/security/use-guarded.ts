/** Runs a call that may require a step-up, and reports the result. */
import { useState } from 'react'
import type { ApiError } from '../../../api/client.ts'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { isDismissal } from '../../../device/passkey.ts'
import { useStepUp } from '../../../features/step-up/use-step-up.ts'

export type Guarded = {
  isBusy: boolean
  /** Resolves to the result, or undefined on failure or cancellation. `explain` returns true for handled errors. */
  run<T>(work: () => Promise<T>, explain?: (error: ApiError) => boolean): Promise<T | undefined>
}

export function useGuarded(): Guarded {
  const [isBusy, setBusy] = useState(false)
  const { withStepUp } = useStepUp()
  const alert = useAlert()
  return {
    isBusy,
    async run(work, explain) {
      setBusy(true)
      try {
        return await withStepUp(work)
      } catch (error) {
        const isQuiet =
          (error as ApiError).name === 'stepUpRequired' || isDismissal(error) || explain?.(error as ApiError)
        if (!isQuiet) void alert('common', 'somethingWrong')
      } finally {
        setBusy(false)
      }
    },
  }
}
