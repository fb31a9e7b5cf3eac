/** By what one signs in or up: by e-mail or by phone. */
export type Way = 'email' | 'phone'
/** The operator's choice per modal. */
export type Display = 'both' | Way

/** The ways to show, the one to begin with first. Anything that is no choice of content counts as both. */
export function waysOf(display: unknown): Way[] {
  return display === 'email' || display === 'phone' ? [display] : ['email', 'phone']
}

type Enabled = { email: boolean; phone: boolean }
/** Specification, section 2: content chooses where both kinds of registration are open; phone alone shows the phone's form, anything else the e-mail's. */
export function registrationWaysOf({ email, phone }: Enabled, display: unknown): Way[] {
  if (email && phone) return waysOf(display)
  return phone ? ['phone'] : ['email']
}
