/** The rules of player protection that apply to the player; those that every player has until they are loaded. */
import type { Protection } from '#contract/limits.ts'
import { useApi } from '../../api/use-api.ts'
import { exclusionPeriods } from './periods.ts'

const usual: Protection = {
  limitPrompts: [],
  missingLimits: [],
  increaseDelayHours: 24,
  exclusionEndDelayHours: 24,
  coolingOffPeriods: [...exclusionPeriods['cooling-off']],
  selfExclusionPeriods: [...exclusionPeriods['self-exclusion']],
  ceilings: [],
  highestStake: null,
  canCancelWithdrawals: false,
}

export function useProtection(): Protection {
  return useApi('GET /api/player/protection').data ?? usual
}
