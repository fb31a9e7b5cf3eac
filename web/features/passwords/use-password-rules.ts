import { useApi } from '../../api/use-api.ts'
import type { Rules } from '#contract/fields/rules.ts'

/** Returns the password rules of the registration, null while loading, or the specification's minimum on failure. */
export function usePasswordRules(): Rules | null {
  const { data, isError } = useApi('GET /api/player/fields/validations', { query: { scenario: 'registration' } })
  const rules = data?.find(({ id }) => id === 'password')?.rules
  if (rules) return rules
  return data || isError ? { required: true, minLength: 6, maxLength: 256 } : null
}
