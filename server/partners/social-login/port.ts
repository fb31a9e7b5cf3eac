/** What the house asks of another house whose accounts are a way in: lead the browser there, and read what it brought back. */
import type { Result } from '#contract/endpoint.ts'

/** One sign-in under way. All of it but the connection was made by the house and comes back sealed in `state`. */
export type SocialFlow = {
  state: string
  nonce: string
  /** Proof key (PKCE): the provider keeps its hash, and gives the identity only to who shows the key itself. */
  verifier: string
  /** Absolute; the provider sends the browser back there. */
  callbackUrl: string
}

/** Text of the provider's is trimmed, cut and free of what a database cannot hold. */
export type SocialIdentity = {
  /** Names the account at the provider, for ever; 255 characters at most. */
  subject: string
  email: string | null
  /** The provider vouches that the account's owner reads that mailbox. */
  isEmailVerified: boolean
  /** The provider vouches that more than one factor was asked for. */
  hasSecondFactor: boolean
  nickname: string | null
  firstName: string | null
  lastName: string | null
  /** A signed note that would pass under any state: the house takes it once. Null where the provider itself sees to that. */
  note: string | null
}

export type SocialLogin = {
  /** Part of addresses and of what is stored: `auth0`, `google`, `telegram`. */
  id: string
  /** As a player knows it. */
  name: string
  /** Stands for several ways in, of which the request names one. */
  hasConnections: boolean
  /** Tells addresses. Of one that does not, an account is taken without. */
  tellsEmail: boolean
  begin(flow: SocialFlow & { connection: string | null }): Promise<Result<URL, 'unavailable'>>
  /** `query` is the callback's, as it came. `refused`: declined, forged, stale or used. `unavailable`: cannot be judged now. */
  finish(
    flow: SocialFlow & { query: Record<string, string>; now: Date },
  ): Promise<Result<SocialIdentity, 'refused' | 'unavailable'>>
}
