/**
 * Sessions of the desk. The cookie's digest is stored; a session ends when it is idle, old, closed, or its operator ends.
 * A token for the command line is a session with a name, a longer life and no cookie.
 */
import { createHmac, randomUUID } from 'node:crypto'
import type * as people from '#contract/desk/people.ts'
import type * as contract from '#contract/desk/session.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx, KernelDeps, Tx } from '../deps.ts'
import { deviceOf, SessionEnded } from '../identity/index.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { CookieReply, type DeskCtx } from '../kernel/http/desk-session.ts'
import { deriveKey } from '../kernel/secret.ts'
import { readRoles, scopesOf } from './roles.ts'
import { digestOf, newToken } from './tokens.ts'

const idleMs = 30 * 60_000
const longestMs = 12 * 3_600_000
/** A call within it of the last one writes nothing. */
const noteEveryMs = 60_000
const steppedUpMs = 10 * 60_000

export type OpenSession = {
  actor: OperatorActor
  sessionId: string
  token: string
  /** Null for a session of a browser. */
  tokenName: string | null
  steppedUpAt: Date | null
}

/** Of the cookie or the token of an open session; null for any other text. */
export async function findSession(deps: KernelDeps, token: string): Promise<OpenSession | null> {
  const row = await rowOf(deps, token)
  return row && whyEnded(deps, row) === null ? openingOf(deps, row, token) : null
}

/** Of a call by token: its session, or why it has ended and, if the token was ever one, whose it was. */
export async function findByToken(
  deps: KernelDeps,
  token: string,
): Promise<{ open: OpenSession } | { open: null; why: string; operator?: string; name?: string }> {
  const row = await rowOf(deps, token)
  if (row?.tokenName == null) return { open: null, why: 'The desk does not know this token' }
  const why = whyEnded(deps, row)
  if (why !== null) return { open: null, why, operator: row.name, name: row.tokenName }
  return { open: await openingOf(deps, row, token) }
}

type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>

const rowOf = async ({ db }: KernelDeps, token: string) =>
  (await db.kysely
    .selectFrom('operators.sessions as session')
    .innerJoin('operators.operators as operator', 'operator.id', 'session.operator_id')
    .select([
      'session.id as sessionId',
      'session.token_name as tokenName',
      'session.active_at as activeAt',
      'session.expires_at as expiresAt',
      'session.ended_at as sessionEndedAt',
      'session.stepped_up_at as steppedUpAt',
      'operator.id',
      'operator.name',
      'operator.roles',
      'operator.ended_at as operatorEndedAt',
    ])
    .where('session.token_hash', '=', digestOf(token))
    .executeTakeFirst()) ?? null

/** A sentence, or null for a session that is open. Only those of browsers end when they are idle. */
function whyEnded({ clock }: KernelDeps, row: Row): string | null {
  const now = clock.now()
  if (row.operatorEndedAt) return `The access of ${row.name} has ended`
  if (row.sessionEndedAt) return `This token was revoked at ${row.sessionEndedAt.toISOString()}`
  if (row.expiresAt <= now) return `This token expired at ${row.expiresAt.toISOString()}`
  return row.tokenName === null && row.activeAt.getTime() <= now.getTime() - idleMs ? 'The session was idle' : null
}

async function openingOf({ db, clock }: KernelDeps, row: Row, token: string): Promise<OpenSession> {
  const { sessionId, tokenName, activeAt, steppedUpAt, id, name, roles } = row
  const now = clock.now()
  if (now.getTime() - activeAt.getTime() >= noteEveryMs)
    await db.kysely.updateTable('operators.sessions').set({ active_at: now }).where('id', '=', sessionId).execute()
  const scopes = scopesOf(await readRoles(db.kysely), roles)
  return { actor: { kind: 'operator', id, name, scopes }, sessionId, token, tokenName, steppedUpAt }
}

/** In the transaction that has checked the operator's password and code, or passkey. */
export async function openSession(tx: Tx, ctx: Ctx, operatorId: string): Promise<{ token: string; sessionId: string }> {
  const sessionId = randomUUID()
  const token = newToken(ctx.randomBytes)
  const now = ctx.clock.now()
  await tx
    .insertInto('operators.sessions')
    .values({
      id: sessionId,
      operator_id: operatorId,
      token_hash: digestOf(token),
      address: ctx.caller.ip,
      device: deviceOf(ctx.caller.userAgent),
      created_at: now,
      active_at: now,
      expires_at: new Date(now.getTime() + longestMs),
      stepped_up_at: now,
    })
    .execute()
  return { token, sessionId }
}

export async function endSessionsOf(tx: Tx, operatorId: string, now: Date): Promise<void> {
  await tx
    .updateTable('operators.sessions')
    .set({ ended_at: now })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .execute()
}

/** A page of another site cannot read it, and so cannot call with a person's cookie. */
export function forgeryTokenOf({ settings }: KernelDeps, token: string): string {
  return createHmac('sha256', deriveKey(settings.secret, 'desk-forgery')).update(token).digest('base64url')
}

export const hasSteppedUp = ({ clock, session }: DeskCtx): boolean =>
  session.steppedUpAt !== null && clock.now().getTime() - session.steppedUpAt.getTime() < steppedUpMs

/** Throws SessionEnded if the session has ended since the call began, for instance because access was taken away. */
export async function ensureOpen(tx: Tx, { session }: DeskCtx): Promise<void> {
  const open = await tx
    .selectFrom('operators.sessions')
    .select('id')
    .where('token_hash', '=', digestOf(session.token))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!open) throw new SessionEnded()
}

/** What the desk shows of whoever is signed in. Throws SessionEnded if the session has ended since the call began. */
export async function describeSession(ctx: Ctx, token: string): Promise<contract.DeskOperator> {
  const open = await findSession(ctx, token)
  if (!open) throw new SessionEnded()
  const { roles } = await ctx.db.kysely
    .selectFrom('operators.operators')
    .select('roles')
    .where('id', '=', open.actor.id)
    .executeTakeFirstOrThrow()
  const until = open.steppedUpAt && new Date(open.steppedUpAt.getTime() + steppedUpMs)
  return {
    name: open.actor.name,
    roles,
    scopes: open.actor.scopes,
    forgeryToken: forgeryTokenOf(ctx, token),
    steppedUpUntil: until && until > ctx.clock.now() ? until.toISOString() : null,
    isDrill: ctx.settings.isDrill,
  }
}

export async function readSession(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.readSession>>> {
  return ok(await describeSession(ctx, ctx.session.token))
}

export async function signOut(ctx: DeskCtx): Promise<Result<CookieReply<void>>> {
  await end(ctx, ctx.session.sessionId)
  return ok(new CookieReply(undefined, null))
}

export async function listSessions(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.listSessions>>> {
  return ok(await openSessionsOf(ctx, ctx.actor.name))
}

/** Empty for an unknown operator. */
export async function listPersonSessions(
  ctx: DeskCtx,
  { name }: VerbInput<typeof people.listPersonSessions>,
): Promise<Result<ReplyOf<typeof people.listPersonSessions>>> {
  return ok(await openSessionsOf(ctx, name))
}

async function openSessionsOf(ctx: DeskCtx, name: string): Promise<contract.DeskSession[]> {
  const now = ctx.clock.now()
  const rows = await ctx.db.kysely
    .selectFrom('operators.sessions')
    .selectAll()
    .where('operator_id', 'in', idOf(ctx.db.kysely, name))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ eb, or }) =>
      or([eb('token_name', 'is not', null), eb('active_at', '>', new Date(now.getTime() - idleMs))]),
    )
    .orderBy('active_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isThisOne: row.id === ctx.session.sessionId,
    token: row.token_name,
    address: row.address,
    device: row.device,
    createdAt: row.created_at.toISOString(),
    activeAt: row.active_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }))
}

const idOf = (db: Tx | KernelDeps['db']['kysely'], name: string) =>
  db.selectFrom('operators.operators').select('id').where('name', '=', name)

export async function endSession(
  ctx: DeskCtx,
  { id }: VerbInput<typeof contract.endSession>,
): Promise<Result<void, RefusalOf<typeof contract.endSession>>> {
  return (await end(ctx, id)) ? ok() : refuse('sessionNotFound')
}

export async function endPersonSession(
  ctx: DeskCtx,
  { name, sessionId }: VerbInput<typeof people.endPersonSession>,
): Promise<Result<void, RefusalOf<typeof people.endPersonSession>>> {
  return (await end(ctx, sessionId, name)) ? ok() : refuse('sessionNotFound')
}

const keptMs = 90 * 86_400_000

/** What is known of sessions that ended long ago, with their addresses. */
export async function deleteOldSessions({ db, clock }: KernelDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs)
  await db.kysely.deleteFrom('operators.sessions').where('expires_at', '<', before).execute()
}

async function end(ctx: DeskCtx, id: string, name = ctx.actor.name): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const ended = await tx
      .updateTable('operators.sessions')
      .set({ ended_at: ctx.clock.now() })
      .where('id', '=', id)
      .where('operator_id', 'in', idOf(tx, name))
      .where('ended_at', 'is', null)
      .returning('token_name')
      .executeTakeFirst()
    if (!ended) return false
    const detail = {
      ...(name !== ctx.actor.name && { operator: name }),
      ...(ended.token_name !== null && { token: ended.token_name }),
    }
    await audit(tx, ctx, { action: 'operator-signed-out', playerId: null, sessionId: id, detail })
    return true
  })
}
