/** Runs a call that may ask for a step-up, and says how it went. */
import { useState } from 'react'
import type { ApiError } from '../../../api/client.ts'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { isDismissal } from '../../../features/step-up/passkey.ts'
import { useStepUp } from '../../../features/step-up/use-step-up.ts'

export type Guarded = {
  isBusy: boolean
  /** Resolves to what the work gave, or undefined where it failed or was called off. `explain` answers true for a fault that it has told of. */
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
