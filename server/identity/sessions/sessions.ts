/** Sessions: the rows that access tokens refer to. Opening, advancing and closing them. */
import { randomUUID } from 'node:crypto'
import type { Ctx, Tx } from '../../deps.ts'
import { lockWallets } from '../../ledger/index.ts'
import { record } from '../../kernel/facts/fact.ts'
import { sessionOpened } from '../../kernel/facts/kinds.ts'
import { append } from '../../kernel/outbox/append.ts'
import { sessionClosed } from '../../realtime/index.ts'
import { policyOf } from '../players/policy-of.ts'
import { removeSubscriptions } from '../../messaging/index.ts'
import { issueAccessToken } from './access-token.ts'
import { notifyNewDevice } from './new-device.ts'

export type CloseReason =
  | 'signed-out'
  | 'closed-by-player'
  | 'token-reused'
  | 'password-changed'
  | 'account-closed'
  | 'blocked'
  | 'self-excluded'
  | 'ended-by-operator'
  | 'expired'
export type SignInMethod = 'password' | 'otp' | 'social' | 'passkey' | 'link'

/** Opens a session and returns its first token. The player is notified of an unknown device. */
export async function openSession(
  tx: Tx,
  ctx: Ctx,
  {
    playerId,
    fingerprint,
    method,
    isProof = false,
  }: {
    playerId: string
    fingerprint: string | null
    method: SignInMethod
    /** The sign-in counts as a step-up. */ isProof?: boolean
  },
): Promise<{ sessionId: string; accessToken: string }> {
  const now = ctx.clock.now()
  const { ip, userAgent, country } = ctx.caller
  const sessionId = randomUUID()
  await notifyNewDevice(tx, ctx, { playerId, fingerprint, sessionId })
  await tx
    .insertInto('identity.sessions')
    .values({
      id: sessionId,
      player_id: playerId,
      generation: 1,
      rotated_at: now,
      created_at: now,
      last_used_at: now,
      active_at: now,
      ip,
      user_agent: userAgent,
      country,
      seen_country: country,
      fingerprint,
      method,
      stepped_up_at: isProof ? now : null,
      idle_minutes: (await policyOf(tx, ctx.settings, playerId)).idleMinutes,
    })
    .execute()
  await record(tx, sessionOpened, { player: playerId, subject: sessionId, data: { method, country } })
  return { sessionId, accessToken: await issueAccessToken(ctx, { playerId, sessionId, generation: 1, issuedAt: now }) }
}

/** Closes an open session of this player and its sockets in every process. Undefined if there is none. */
export async function closeOpenSession(
  tx: Tx,
  now: Date,
  owner: { playerId: string; sessionId: string },
  reason: CloseReason,
): Promise<{ id: string } | undefined> {
  await lockWallets(tx, owner.playerId)
  const closed = await tx
    .updateTable('identity.sessions')
    .set({ closed_at: now, close_reason: reason })
    .where('id', '=', owner.sessionId)
    .where('player_id', '=', owner.playerId)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (closed) await removeSubscriptions(tx, now, [owner.sessionId])
  if (closed) await append(tx, sessionClosed(owner.sessionId))
  return closed
}

/**
 * Closes the player's open sessions, optionally except one. Returns their ids, whose sockets the caller closes at
 * once.
 */
export async function closeEverySession(
  tx: Tx,
  now: Date,
  playerId: string,
  reason: CloseReason,
  except: string | null = null,
): Promise<string[]> {
  await lockWallets(tx, playerId)
  let sessions = tx
    .updateTable('identity.sessions')
    .set({ closed_at: now, close_reason: reason })
    .where('player_id', '=', playerId)
    .where('closed_at', 'is', null)
  if (except) sessions = sessions.where('id', '<>', except)
  const closed = await sessions.returning('id').execute()
  await removeSubscriptions(
    tx,
    now,
    closed.map(({ id }) => id),
  )
  for (const { id } of closed) await append(tx, sessionClosed(id))
  return closed.map(({ id }) => id)
}
