/** Returns the player protection rules of the player, or default ones until they are loaded. */
import type { Protection } from '#contract/limits.ts'
import { useApi } from '../../api/use-api.ts'
import { exclusionPeriods } from './periods.ts'

const defaultProtection: Protection = {
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
  return useApi('GET /api/player/protection').data ?? defaultProtection
}
