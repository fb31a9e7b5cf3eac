/** Values of the `sign-in` query that explain why there is no session. */
export const socialFlags = [
  'social-email',
  'social-refused',
  'social-unavailable',
  'social-blocked',
  'social-busy',
] as const
export type SocialFlag = (typeof socialFlags)[number]

export function isSocialFlag(value: string | null): value is SocialFlag {
  return socialFlags.some((flag) => flag === value)
}

/** Maps names of refusals to flags. All others become `social-refused`; a restricted country has its own modal. */
const byRefusal: Record<string, SocialFlag | 'true'> = {
  emailUnverified: 'social-email',
  accountBlocked: 'social-blocked',
  tooManyAttempts: 'social-busy',
  captchaRequired: 'social-busy',
  rateLimited: 'social-busy',
  providerUnavailable: 'social-unavailable',
  unavailable: 'social-unavailable',
  unreachable: 'social-unavailable',
  internal: 'social-unavailable',
  countryRestricted: 'true',
}

export function flagOf(refusal: string): SocialFlag | 'true' {
  return Object.hasOwn(byRefusal, refusal) ? byRefusal[refusal]! : 'social-refused'
}
