/** Calls that require a recent step-up. */
import type { ApiError } from '../../api/client.ts'
import { askForProof } from './step-up-store.ts'

export type StepUp = {
  /**
   * Runs a call. Where the server asks for a step-up, the dialog opens, and after the proof the call runs once more.
   * A player who closes the dialog gets the call's own ApiError, named `stepUpRequired`: no reason for an alert.
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
