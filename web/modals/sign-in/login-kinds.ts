/** Sign-in and sign-up by e-mail or phone. */
export type LoginKind = 'email' | 'phone'
/** The operator's display setting per modal. */
export type Display = 'both' | LoginKind

/** The methods to show, the default first. Unknown settings count as both. */
export function loginKindsOf(display: unknown): LoginKind[] {
  return display === 'email' || display === 'phone' ? [display] : ['email', 'phone']
}

type Enabled = { email: boolean; phone: boolean }
/**
 * Returns the methods of registration (specification, section 2). If both are enabled, content chooses; if only phone
 * is enabled, the phone form is shown, and in all other cases the e-mail form.
 */
export function registrationKindsOf({ email, phone }: Enabled, display: unknown): LoginKind[] {
  if (email && phone) return loginKindsOf(display)
  return phone ? ['phone'] : ['email']
}
