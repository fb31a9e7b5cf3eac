/**
 * A link by mail opens the complaints of an account for whoever cannot sign in: after a closure, or while blocked. Its
 * token names the player and when it was issued, is signed, and is sent as a bearer token. It opens nothing else.
 */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { KernelDeps } from '../../deps.ts'
import { deriveKey, deriveKeys, isSignedWithAny } from '../../kernel/secret.ts'

const purpose = 'complaint-link'
export const linkHours = 72
const Payload = z.tuple([z.uuid(), z.string().regex(/^\d{1,15}$/)])

export function issueComplaintToken(ctx: KernelDeps, playerId: string): string {
  const payload = `${playerId}_${ctx.clock.now().getTime()}`
  return `complaint.${payload}.${sign(deriveKey(ctx.settings.secret, purpose), payload).toString('base64url')}`
}

/** The player; null for a token that is forged, expired or anything else. */
export function readComplaintToken(ctx: KernelDeps, token: string | null): string | null {
  const [kind, payload, signature, ...rest] = (token ?? '').split('.')
  if (kind !== 'complaint' || !payload || !signature || rest.length > 0) return null
  const sent = Buffer.from(signature, 'base64url')
  if (!isSignedWithAny(deriveKeys(ctx.settings, purpose), sent, (key) => sign(key, payload))) return null
  const parsed = Payload.safeParse(payload.split('_'))
  if (!parsed.success) return null
  const [playerId, issuedAt] = parsed.data
  const age = ctx.clock.now().getTime() - Number(issuedAt)
  return age >= 0 && age <= linkHours * 3_600_000 ? playerId : null
}

const sign = (key: string, payload: string): Buffer => createHmac('sha256', key).update(payload).digest()
