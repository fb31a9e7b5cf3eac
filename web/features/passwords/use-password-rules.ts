import { useApi } from '../../api/use-api.ts'
import type { Rules } from '#contract/fields/rules.ts'

/** What a new password must fulfil here, as registration asks it; null until that is known, the specification's floor where it could not be had. */
export function usePasswordRules(): Rules | null {
  const { data, isError } = useApi('GET /api/player/fields/validations', { query: { scenario: 'registration' } })
  const rules = data?.find(({ id }) => id === 'password')?.rules
  if (rules) return rules
  return data || isError ? { required: true, minLength: 6, maxLength: 256 } : null
}
