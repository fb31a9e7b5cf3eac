/** The append-only record of actions on players and sessions, written in the transaction that performs them. */
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { jsonColumn } from './db/json-column.ts'
import type { Tables } from './db/tables.ts'
import type { Caller, Clock } from '../deps.ts'
import { type Actor, nameOfActor } from './actor.ts'

/** Each has a label at the desk (`act.…`). */
export const auditActions = [
  'registered',
  'signed-in',
  'sign-in-refused',
  'signed-out',
  'session-closed',
  'token-reused',
  'email-disowned',
  'profile-changed',
  'profile-exported',
  'personal-data-erased',
  'reset-link-sent',
  'account-closed',
  'player-status-changed',
  'email-changed',
  'email-confirmed',
  'phone-confirmed',
  'phone-changed',
  'password-changed',
  'password-reset-asked',
  'sign-in-approval-asked',
  'sign-in-approved',
  'password-reset',
  'stepped-up',
  'step-up-refused',
  'totp-enabled',
  'totp-removed',
  'passkey-added',
  'passkey-removed',
  'factors-removed',
  'social-linked',
  'limit-set',
  'limit-lowered',
  'limit-raise-asked',
  'limit-raised',
  'limit-removal-asked',
  'security-answer-checked',
  'exclusion-end-asked',
  'limit-removed',
  'reality-check-acknowledged',
  'reality-check-changed',
  'harm-marker-raised',
  'harm-marker-contested',
  'harm-marker-decided',
  'harm-concern-recorded',
  'sports-debt-cleared',
  'payment-debt-cleared',
  'closed-account-paid',
  'withdrawal-decided',
  'balance-adjusted',
  'jackpot-opened',
  'jackpot-closed',
  'discrepancy-accepted',
  'payment-read',
  'round-read',
  'bet-read',
  'flag-raised',
  'flag-settled',
  'document-uploaded',
  'document-deleted',
  'document-decided',
  'document-saved',
  'document-read',
  'identity-check-begun',
  'identity-check-decided',
  'operator-ended',
  'operator-called',
  'operator-refused',
  'return-alarm-decided',
  'consumer-skipped',
  'consumer-replayed',
  'consumer-removed',
  'consumer-taken',
  'reference-changed',
  'rate-discarded',
  'switched-off',
  'switched-on',
  'definition-changed',
  'reward-granted',
  'reward-revoked',
  'household-decided',
  'tournament-moved',
  'communication-answered',
  'communication-read',
  'complaint-filed',
  'complaint-replied',
  'complaint-read',
  'complaint-answered',
  'complaint-ended',
  'complaint-evidence-saved',
  'chat-read',
  'chat-replied',
  'chat-closed',
  'chat-assigned',
  'operator-signed-in',
  'operator-signed-out',
  'operator-token-created',
  'operator-invited',
  'operator-enrolled',
  'operator-stepped-up',
  'operator-roles-changed',
  'operator-passkey-added',
  'operator-passkey-renamed',
  'operator-passkey-removed',
  'note-added',
  'note-withdrawn',
  'tag-added',
  'tag-removed',
  'request-asked',
  'request-refused',
  'request-withdrawn',
  'chat-taken-over',
  'chat-attachment-saved',
  'campaign-scheduled',
  'campaign-cancelled',
  'unsubscribed',
  'liabilities-published',
  'draw-key-prepared',
  'content-changed',
  'content-draft-saved',
  'content-draft-discarded',
  'content-scheduled',
  'content-unscheduled',
  'content-publication-failed',
  'hash-chain-published',
  'hash-chain-salted',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The operator who approved an act of another one; null for one that was carried out alone after a delay. */
export type Approval = { request: string; approver: string | null; reason: string | null }

/** In a request the caller's player is the actor; any other actor is passed explicitly. */
export type AuditContext = {
  clock: Clock
  approval?: Approval
  /** Of the token with which an operator called; null or absent for a session of a browser. */
  session?: { tokenName?: string | null }
} & ({ caller: Caller; actor?: Actor } | { actor: Actor; caller?: never })

export type AuditEntry = {
  action: AuditAction
  playerId: string | null
  sessionId?: string
  /** What was changed, as it was and as it is; only what differs. */
  before?: unknown
  after?: unknown
  /** Of whoever changed it, in their words. */
  reason?: string | null | undefined
  detail?: Record<string, unknown>
}

export async function audit(
  db: Kysely<Tables>,
  { clock, caller, actor = actorOf(caller), approval, session }: AuditContext,
  entry: AuditEntry,
): Promise<void> {
  const reason = entry.reason ?? approval?.reason
  await db
    .insertInto('identity.audit')
    .values({
      at: clock.now(),
      action: entry.action,
      player_id: entry.playerId,
      session_id: entry.sessionId ?? null,
      ip: caller?.ip ?? '',
      country: caller?.country ?? null,
      user_agent: caller?.userAgent ?? '',
      actor: actor ? nameOfActor(actor) : 'guest',
      detail: {
        ...entry.detail,
        ...('before' in entry && { before: entry.before }),
        ...('after' in entry && { after: entry.after }),
        ...(reason && { reason }),
        ...(approval && { request: approval.request, approver: approval.approver }),
        ...(session?.tokenName && { token: session.tokenName }),
      },
    })
    .execute()
}

function actorOf(caller: Caller | undefined): Actor | undefined {
  return caller?.player ? { kind: 'player', ...caller.player } : undefined
}

/**
 * Whether the newest entry on the player is one of these actions, by the same operator for the same reason: then a call
 * that would change nothing is the same one, sent again because its answer was lost.
 */
export async function isRepeatedAct(
  db: Kysely<Tables>,
  { actor }: { actor: Actor },
  { playerId, reason, actions }: { playerId: string; reason: string; actions: readonly AuditAction[] },
): Promise<boolean> {
  const last = await db
    .selectFrom('identity.audit')
    .select(['action', 'actor', sql<string | null>`detail ->> 'reason'`.as('reason')])
    .where('player_id', '=', playerId)
    .where('action', 'not in', ['operator-called'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    last !== undefined &&
    last.actor === nameOfActor(actor) &&
    last.reason === reason &&
    (actions as readonly string[]).includes(last.action)
  )
}

/** Whether the log has this action on this player, with at least these details. */
export async function isAudited(
  db: Kysely<Tables>,
  { action, playerId, detail }: { action: AuditAction; playerId: string; detail: Record<string, unknown> },
): Promise<boolean> {
  const row = await db
    .selectFrom('identity.audit')
    .select('id')
    .where('player_id', '=', playerId)
    .where('action', '=', action)
    .where(sql<boolean>`detail @> ${JSON.stringify(detail)}::jsonb`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const readAuditDetail = jsonColumn('identity.audit.detail', z.record(z.string(), z.unknown()))

/** Newest first; `before` is the id of the last entry of the page before. */
export function readAudit(
  db: Kysely<Tables>,
  {
    before,
    actor,
    action,
    player,
    limit,
  }: {
    before: string | null
    actor: string | undefined
    action: string | undefined
    player: string | undefined
    limit: number
  },
) {
  return db
    .selectFrom('identity.audit')
    .selectAll()
    .$if(before !== null, (query) => query.where('id', '<', BigInt(before!)))
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor!))
    .$if(action !== undefined, (query) => query.where('action', '=', action!))
    .$if(player !== undefined, (query) => query.where('player_id', '=', player!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
