/** Limits that the policy requires before a deposit. */
import { AdditionalLimitDefinition, LimitDefinition } from '#contract/limits.ts'
import type { Policy } from '../../kernel/policy.ts'
import type { LimitRow } from './rows.ts'

const definitions = { ...LimitDefinition, ...AdditionalLimitDefinition }

export function missingLimits(
  { requiredLimits }: Pick<Policy, 'requiredLimits'>,
  limits: Array<Pick<LimitRow, 'definition' | 'period'>>,
): Array<{ definition: number; period: string }> {
  return requiredLimits
    .map(({ definition, period }) => ({ definition: definitions[definition], period }))
    .filter((each) => !limits.some((limit) => limit.definition === each.definition && limit.period === each.period))
}
