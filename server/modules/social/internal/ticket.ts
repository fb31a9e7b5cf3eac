/**
 * A social sign-in that waits for a code of the player's authenticator. It is kept by nobody but the browser, sealed: what the
 * provider said of whom, and which player that is. Good for ten minutes, and once; wrong codes do not use it up, they are counted.
 */
import type { Deps } from '../../../deps.ts'
import type { Presented } from './present.ts'
import { seal, unseal } from './sealed.ts'

export type Ticket = { nonce: string; playerId: string; presented: Presented; expiresAt: Date }
type Needs = Pick<Deps, 'settings' | 'clock' | 'randomBytes'>
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
  needs: Needs,
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

/** Null for what this house did not seal, for what is too old, and for a provider that the house has given up. */
export function openTicket(needs: Pick<Deps, 'settings' | 'clock' | 'partners'>, text: string): Ticket | null {
  const opened = /^[\w-]{64,8000}$/.test(text)
    ? (unseal(needs, 'social-ticket', 'ticket', text) as Sealed | null)
    : null
  if (!opened) return null
  const [nonce, playerId, loginId, connection, subject, email, backRoute, until] = opened
  const login = needs.partners.socialLogins.find(({ id }) => id === loginId)
  if (!login || until <= needs.clock.now().getTime()) return null
  // Sealed only where it was vouched for; names are taken from a first visit alone.
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
  return { nonce, playerId, presented: { login, connection, identity, backRoute }, expiresAt: new Date(until) }
}
