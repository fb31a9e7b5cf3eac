/**
 * The access token: a short-lived, signed reference to a session and its generation. It proves nothing alone;
 * `checkSession` asks the database whether the session is open.
 */
import { createHash } from 'node:crypto'
import { jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions, SignJWT } from 'jose'
import { deriveKey, type Secrets } from '../../kernel/secret.ts'

export type TokenKeys = { settings: Secrets & { accessTokenSeconds: number } }
export type SessionToken = { playerId: string; sessionId: string; generation: number; issuedAt: Date }
export type TokenClaims = { playerId: string; sessionId: string; generation: number; expiresAt: Date }

const audience = 'fairhouse:session'
type Key = { kid: string; bytes: Uint8Array }
/** Caches derived keys, because every call needs them. */
const derived = new Map<string, Key>()

/** The signing key and an id derived from it, so that tokens still identify their key after the secret has changed. */
function keyOf(secret: string): Key {
  const known = derived.get(secret)
  if (known) return known
  const bytes = Buffer.from(deriveKey(secret, 'access-token'))
  const key = { kid: createHash('sha256').update(bytes).digest('base64url').slice(0, 8), bytes }
  derived.set(secret, key)
  return key
}

/**
 * The same session, generation and time give the same token, byte for byte: parallel refreshes all get one successor.
 */
export async function issueAccessToken(keys: TokenKeys, session: SessionToken): Promise<string> {
  const { kid, bytes } = keyOf(keys.settings.secret)
  const issuedAt = Math.floor(session.issuedAt.getTime() / 1000)
  return new SignJWT({ sid: session.sessionId, gen: session.generation })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
    .setSubject(session.playerId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + keys.settings.accessTokenSeconds)
    .sign(bytes)
}

/** The claims of a token that this site signed, expired or not; null for anything else. */
export async function readAccessToken(keys: TokenKeys, token: string): Promise<TokenClaims | null> {
  const { secret, formerSecrets = [] } = keys.settings
  const known = [secret, ...formerSecrets].map(keyOf)
  // Callers check the expiry with their injected clock, so the library gets a time that precedes every expiry.
  const options: JWTVerifyOptions = {
    algorithms: ['HS256'],
    audience,
    typ: 'JWT',
    requiredClaims: ['sub', 'exp'],
    currentDate: new Date(0),
  }
  const findKey: JWTVerifyGetKey<Uint8Array> = async (header) => {
    const key = known.find(({ kid }) => kid === header.kid)
    if (!key) throw new Error('signed with a key of another site')
    return key.bytes
  }
  const verified = await jwtVerify(token, findKey, options).catch(() => null)
  if (!verified) return null
  const { sub, sid, gen, exp } = verified.payload
  if (typeof sid !== 'string' || typeof gen !== 'number') return null
  return { playerId: sub!, sessionId: sid, generation: gen, expiresAt: new Date(exp! * 1000) }
}

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerToken(header: string | undefined): string | null {
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '')
  return match && header!.length <= 4096 ? match[1]! : null
}
