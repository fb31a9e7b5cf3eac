/**
 * Identifies a guest's browser: a signed, expiring reference to a random id. Only the id's digest is stored, so the
 * database alone gives nobody access to a guest's conversation.
 */
import { createHash, createHmac } from 'node:crypto'
import type { KernelDeps } from '../../deps.ts'
import { deriveKey, deriveKeys, isSignedWithAny } from '../../kernel/secret.ts'

/** A browser session; guests who return later start anew. */
const validMs = 24 * 3_600_000
const idBytes = 16
const purpose = 'chat-guest'

export function issueGuestToken(ctx: KernelDeps): string {
  const issuedAt = Buffer.alloc(8)
  issuedAt.writeBigUInt64BE(BigInt(ctx.clock.now().getTime()))
  const payload = Buffer.concat([Buffer.from(ctx.randomBytes(idBytes)), issuedAt]).toString('base64url')
  return `guest.${payload}.${signatureOf(deriveKey(ctx.settings.secret, purpose), payload).toString('base64url')}`
}

/** The stored key of the guest; null for a token that is forged, expired or anything else. */
export function readGuestToken(ctx: KernelDeps, token: string | null): Buffer | null {
  const [kind, payload, signature, ...rest] = (token ?? '').split('.')
  if (kind !== 'guest' || !payload || !signature || rest.length > 0) return null
  const given = Buffer.from(signature, 'base64url')
  if (!isSignedWithAny(deriveKeys(ctx.settings, purpose), given, (key) => signatureOf(key, payload))) return null
  const bytes = Buffer.from(payload, 'base64url')
  if (bytes.length !== idBytes + 8) return null
  const age = ctx.clock.now().getTime() - Number(bytes.readBigUInt64BE(idBytes))
  if (age < 0 || age > validMs) return null
  return createHash('sha256').update(bytes.subarray(0, idBytes)).digest()
}

function signatureOf(key: string, payload: string): Buffer {
  return createHmac('sha256', key).update(payload).digest()
}
