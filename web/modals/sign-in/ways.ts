/** Sign-in and sign-up by e-mail or phone. */
export type Way = 'email' | 'phone'
/** The operator's display setting per modal. */
export type Display = 'both' | Way

/** The methods to show, the default first. Unknown settings count as both. */
export function waysOf(display: unknown): Way[] {
  return display === 'email' || display === 'phone' ? [display] : ['email', 'phone']
}

type Enabled = { email: boolean; phone: boolean }
/**
 * Returns the methods of registration (specification, section 2). If both are enabled, content chooses; if only phone
 * is enabled, the phone form is shown, and in all other cases the e-mail form.
 */
export function registrationWaysOf({ email, phone }: Enabled, display: unknown): Way[] {
  if (email && phone) return waysOf(display)
  return phone ? ['phone'] : ['email']
}
