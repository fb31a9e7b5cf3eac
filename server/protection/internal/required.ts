/** Limits that the policy requires before a deposit. */
import { limitKinds } from '#contract/limit-kinds.ts'
import type { Policy } from '../../kernel/policy.ts'
import type { LimitRow } from './rows.ts'

export function missingLimits(
  { requiredLimits }: Pick<Policy, 'requiredLimits'>,
  limits: Array<Pick<LimitRow, 'definition' | 'period'>>,
): Array<{ definition: number; period: string }> {
  return requiredLimits
    .map(({ definition, period }) => ({ definition: limitKinds[definition].definition, period }))
    .filter((each) => !limits.some((limit) => limit.definition === each.definition && limit.period === each.period))
}
