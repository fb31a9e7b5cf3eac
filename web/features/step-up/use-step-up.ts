/** Calls that require a recent step-up. */
import type { ApiError } from '../../api/client.ts'
import { askForProof } from './step-up-store.ts'

export type StepUp = {
  /**
   * Runs a call. If the server requires a step-up, the dialog opens, and after it the call runs once more. If the
   * player closes the dialog, the call's ApiError named `stepUpRequired` is thrown; it needs no alert.
   */
  withStepUp<T>(call: () => Promise<T>): Promise<T>
}

const stepUp: StepUp = {
  async withStepUp(call) {
    try {
      return await call()
    } catch (error) {
      if ((error as ApiError).name !== 'stepUpRequired' || !(await askForProof())) throw error
      return call()
    }
  },
}

/** `const { withStepUp } = useStepUp(); await withStepUp(() => api('PUT /api/player/profile', { body }))` */
export function useStepUp(): StepUp {
  return stepUp
}
