import { useApi } from '../../api/use-api.ts'
import type { Rules } from '#contract/fields/rules.ts'

/** The password rules as used at registration; null while loading, the specification's minimum if they cannot be loaded. */
export function usePasswordRules(): Rules | null {
  const { data, isError } = useApi('GET /api/player/fields/validations', { query: { scenario: 'registration' } })
  const rules = data?.find(({ id }) => id === 'password')?.rules
  if (rules) return rules
  return data || isError ? { required: true, minLength: 6, maxLength: 256 } : null
}
