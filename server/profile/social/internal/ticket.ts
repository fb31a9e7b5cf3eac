/**
 * A social sign-in that waits for an authenticator code. It is stored only in the browser, sealed: the provider's
 * confirmed identity and the player's id. Valid for ten minutes and one sign-in; wrong codes are counted and do not
 * invalidate it.
 */
import type { Deps, KernelDeps } from '../../../deps.ts'
import type { Presented } from './present.ts'
import { seal, unseal } from './sealed.ts'

export type Ticket = { nonce: string; playerId: string; presented: Presented; expiresAt: Date }
type Sealed = [
  nonce: string,
  playerId: string,
  login: string,
  connection: string,
  subject: string,
  email: string | null,
  backRoute: string,
  until: number,
]

const goodForMs = 600_000

export function sealTicket(
  needs: KernelDeps,
  playerId: string,
  { login, connection, identity, backRoute }: Presented,
): string {
  const nonce = Buffer.from(needs.randomBytes(16)).toString('base64url')
  const sealed: Sealed = [
    nonce,
    playerId,
    login.id,
    connection,
    identity.subject,
    identity.email,
    backRoute,
    needs.clock.now().getTime() + goodForMs,
  ]
  return seal(needs, 'social-ticket', 'ticket', sealed)
}

/** Null for a ticket that was not sealed here, has expired, or belongs to a provider that is no longer configured. */
export function openTicket(needs: Deps, text: string): Ticket | null {
  const opened = /^[\w-]{64,8000}$/.test(text)
    ? (unseal(needs, 'social-ticket', 'ticket', text) as Sealed | null)
    : null
  if (!opened) return null
  const [nonce, playerId, loginId, connection, subject, email, backRoute, until] = opened
  const login = needs.partners.socialLogins.find(({ id }) => id === loginId)
  if (!login || until <= needs.clock.now().getTime()) return null
  // The ticket exists only if the provider verified the address. Names are not needed: the account exists.
  const identity = {
    subject,
    email,
    isEmailVerified: true,
    hasSecondFactor: true,
    nickname: null,
    firstName: null,
    lastName: null,
    note: null,
  }
  return {
    nonce,
    playerId,
    presented: { login, connection, identity, backRoute, bonusCode: '' },
    expiresAt: new Date(until),
  }
}
