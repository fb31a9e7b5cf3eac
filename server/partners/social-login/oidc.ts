/**
 * OpenID Connect providers, including Auth0's connections: the code flow with PKCE, state and nonce; ID tokens are
 * verified with the issuer's keys.
 */
import * as client from 'openid-client'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { claimText } from './claim-text.ts'
import type { SocialIdentity, SocialLogin } from './port.ts'

export type OidcOptions = {
  id: string
  name: string
  /** As in its discovery document. */
  issuer: string
  clientId: string
  clientSecret: string
  hasConnections?: boolean
  timeoutSeconds?: number
}

/** Keys and addresses of an issuer change rarely; a change takes effect within this time. */
const discoveryMs = 3_600_000

export function createOidcLogin(options: OidcOptions): SocialLogin {
  const discover = cachedFor(() => discovery(options))
  return {
    id: options.id,
    name: options.name,
    hasConnections: options.hasConnections ?? false,
    tellsEmail: true,
    async begin({ state, nonce, verifier, callbackUrl, connection }) {
      try {
        return ok(
          client.buildAuthorizationUrl(await discover(), {
            redirect_uri: callbackUrl,
            scope: 'openid email profile',
            state,
            nonce,
            code_challenge: await client.calculatePKCECodeChallenge(verifier),
            code_challenge_method: 'S256',
            ...(connection && { connection }),
          }),
        )
      } catch (error) {
        return refuse('unavailable', { message: messageOf(error) })
      }
    },
    async finish({ state, nonce, verifier, callbackUrl, query }) {
      // The provider's codes for temporary errors; any other error is a refusal.
      if (query.error === 'temporarily_unavailable' || query.error === 'server_error') return refuse('unavailable')
      try {
        const config = await discover()
        const url = new URL(callbackUrl)
        url.search = String(new URLSearchParams(query))
        const tokens = await client.authorizationCodeGrant(config, url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()!
        // Most providers put the address into the ID token; others return it from userinfo only.
        const details =
          claims.email === undefined ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
        return identityOf(claims.sub, details, isMultiFactor(claims.amr))
      } catch (error) {
        return refuse(isOutage(error) ? 'unavailable' : 'refused', { message: messageOf(error) })
      }
    },
  }
}

async function discovery({
  issuer,
  clientId,
  clientSecret,
  timeoutSeconds = 5,
}: OidcOptions): Promise<client.Configuration> {
  const url = new URL(issuer)
  // Only the sandbox and tests use plain HTTP; the settings do not allow it for other issuers.
  const execute = [
    client.enableNonRepudiationChecks,
    ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
  ]
  return client.discovery(url, clientId, { client_secret: clientSecret }, client.ClientSecretPost(clientSecret), {
    execute,
    timeout: timeoutSeconds,
  })
}

/** One lookup for all concurrent callers; a failed one is forgotten at once, so that the next call retries. */
function cachedFor<T>(read: () => Promise<T>): () => Promise<T> {
  let cache: { until: number; value: Promise<T> } | null = null
  return () => {
    if (cache && cache.until > performance.now()) return cache.value
    const value = read()
    const entry = (cache = { until: performance.now() + discoveryMs, value })
    value.catch(() => {
      if (cache === entry) cache = null
    })
    return value
  }
}

function identityOf(
  sub: string,
  claims: Record<string, unknown>,
  hasSecondFactor: boolean,
): Result<SocialIdentity, 'refused'> {
  const subject = claimText(sub, 255)
  if (!subject || subject !== sub) return refuse('refused', { message: 'the subject cannot be stored' })
  return ok({
    subject,
    email: claimText(claims.email, 254),
    // Some providers write the claim as text.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    hasSecondFactor,
    nickname: claimText(claims.nickname ?? claims.preferred_username, 64),
    firstName: claimText(claims.given_name, 64),
    lastName: claimText(claims.family_name, 64),
    note: null,
  })
}

/** RFC 8176: `mfa` if more than one factor was required. Only the signed token's claim counts. */
function isMultiFactor(methods: unknown): boolean {
  return Array.isArray(methods) && methods.includes('mfa')
}

/** No response, a late response, or a temporary error. Any other error is permanent. */
function isOutage(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError)
    return error.status >= HttpStatus.internalServerError || error.status === HttpStatus.tooManyRequests
  if (error instanceof client.ClientError) {
    if (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT') return true
    return (
      error.cause instanceof Response &&
      (error.cause.status >= HttpStatus.internalServerError || error.cause.status === HttpStatus.tooManyRequests)
    )
  }
  // The error that fetch throws if nothing responds.
  return error instanceof TypeError && /fetch failed|terminated|network/i.test(error.message)
}

function messageOf(error: unknown): string {
  return error instanceof Error
    ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}`.slice(0, 300)
    : String(error)
}
