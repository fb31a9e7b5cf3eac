/** The append-only record of what was done to players and sessions, written in the transaction that does it. */
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Ctx } from '../deps.ts'

export type AuditAction =
  | 'registered'
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'
  | 'session-closed'
  | 'token-reused'
  | 'profile-changed'
  | 'profile-exported'
  | 'account-closed'
  | 'email-changed'
  | 'email-confirmed'
  | 'phone-confirmed'
  | 'password-changed'
  | 'password-reset-asked'
  | 'password-reset'
  | 'stepped-up'
  | 'step-up-refused'
  | 'totp-enabled'
  | 'totp-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'social-linked'
  | 'limit-set'
  | 'limit-lowered'
  | 'limit-raise-asked'
  | 'limit-raised'
  | 'limit-removal-asked'
  | 'limit-removed'
  | 'withdrawal-decided'
  | 'flag-raised'
  | 'flag-settled'
  | 'document-uploaded'
  | 'document-deleted'
  | 'document-decided'
  | 'identity-check-begun'
  | 'identity-check-decided'

export async function audit(
  db: Kysely<Tables>,
  ctx: Pick<Ctx, 'clock' | 'caller'>,
  entry: { action: AuditAction; playerId: string | null; sessionId?: string; detail?: Record<string, unknown> },
): Promise<void> {
  const { ip, country, userAgent } = ctx.caller
  await db
    .insertInto('identity.audit')
    .values({
      at: ctx.clock.now(),
      action: entry.action,
      player_id: entry.playerId,
      session_id: entry.sessionId ?? null,
      ip,
      country,
      user_agent: userAgent,
      detail: entry.detail ?? {},
    })
    .execute()
}
