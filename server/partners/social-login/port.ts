/**
 * The port of social sign-in providers: redirect the browser to the provider, and verify the response that it brings
 * back.
 */
import type { Result } from '#contract/endpoint.ts'

/** One pending sign-in. Everything but the connection was generated here and comes back sealed in `state`. */
export type SocialFlow = {
  state: string
  nonce: string
  /** PKCE verifier: the provider stores its hash, and releases the identity only to the holder of the verifier. */
  verifier: string
  /** Absolute; the provider redirects the browser back there. */
  callbackUrl: string
}

/** The provider's texts are trimmed, truncated and free of characters that a database cannot store. */
export type SocialIdentity = {
  /** Permanently identifies the account at the provider; 255 characters at most. */
  subject: string
  email: string | null
  /** The provider asserts that the account's owner controls that mailbox. */
  isEmailVerified: boolean
  /** The provider asserts that more than one factor was required. */
  hasSecondFactor: boolean
  nickname: string | null
  firstName: string | null
  lastName: string | null
  /**
   * A signed response that is valid under any state, so it is accepted only once. Null if the provider itself prevents
   * replay.
   */
  note: string | null
}

export type SocialLogin = {
  /** Part of addresses and of stored data: `auth0`, `google`, `telegram`. */
  id: string
  /** The name that players know. */
  name: string
  /** Represents several sign-in methods, of which the request names one. */
  hasConnections: boolean
  /** Returns email addresses. Accounts of a provider that does not are accepted without one. */
  tellsEmail: boolean
  begin(flow: SocialFlow & { connection: string | null }): Promise<Result<URL, 'unavailable'>>
  /**
   * `query` is the callback's, unmodified. `refused`: declined, forged, stale or used. `unavailable`: cannot be
   * verified now.
   */
  finish(
    flow: SocialFlow & { query: Record<string, string>; now: Date },
  ): Promise<Result<SocialIdentity, 'refused' | 'unavailable'>>
}
