/**
 * Acts that need a second person: one operator asks, which stores an immutable request; another one approves, which runs
 * the verb in the name of the first. The verb and the end of the request are one transaction, so the act happens once or
 * not at all.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { includesScope, type Scope } from '#contract/desk/scopes.ts'
import type * as contract from '#contract/desk/requests.ts'
import {
  ok,
  refuse,
  type Refused,
  type RefusalOf,
  type ReplyOf,
  type Result,
  type VerbInput,
} from '#contract/endpoint.ts'
import type { KernelDeps, Tx } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { type Approval, audit } from '../kernel/audit.ts'
import { jsonColumn } from '../kernel/db/json-column.ts'
import type { BoundRoute } from '../kernel/http/bind.ts'
import { type DeskCtx, WaitingReply } from '../kernel/http/desk-session.ts'
import { parseRequest, type RawRequest } from '../kernel/http/parse.ts'
import { defaultLocale } from '../kernel/locales.ts'
import { pageOf, readKey } from '../kernel/page-key.ts'
import { playerTexts } from '../kernel/player-texts.ts'
import type { Standing } from '../kernel/standing.ts'
import { send } from '../messaging/index.ts'
import { lockOperators } from './operators.ts'
import { readRoles, scopesOf } from './roles.ts'
import { hasSteppedUp } from './sessions.ts'

const openMs = 7 * 86_400_000
const aloneAfterMs = 24 * 3_600_000
const pageSize = 50

const Raw = z.object({ params: z.unknown(), query: z.unknown(), body: z.unknown() })
const Key = z.tuple([z.iso.datetime(), z.uuid()])
const readInput = jsonColumn('operators.requests.input', Raw)

type Row = {
  id: string
  endpoint: string
  input: unknown
  subject: string
  version: string
  player_id: string | null
  asked_by: string
  reason: string | null
  asked_at: Date
  expires_at: Date
  alone_from: Date | null
  state: string
  decided_by: string | null
  decided_at: Date | null
  note: string | null
}

/** Runs the verb of a route with `secondPerson`; where one is needed, rolls it back and stores a request for it. */
export async function runWithSecondPerson(
  ctx: DeskCtx,
  route: BoundRoute,
  raw: RawRequest,
  input: Record<string, unknown>,
): Promise<Result<unknown, string>> {
  const { endpoint } = route
  const second = route.secondPerson!
  let version = ''
  let isNeeded = true
  const done = await runIn(ctx, route, input, {
    async before(tx) {
      version = await second.versionOf(tx, input as never)
      isNeeded = !second.isNeeded || (await second.isNeeded(ctx, tx, input as never))
    },
    async after() {
      if (isNeeded) unwind(ok())
    },
  })
  if (!done.ok) return done
  if (!isNeeded) return ok(done.value)
  const subject = await second.subjectOf(ctx, input as never)
  const request = await ctx.db.transaction((tx) => store(tx, ctx, { route, raw, input, subject, version }))
  if (request === null)
    ctx.log.warn({ operator: ctx.actor.name, endpoint: nameOf(endpoint) }, 'nobody could approve an act at the desk')
  return ok(new WaitingReply(request))
}

type Asked = {
  route: BoundRoute
  raw: RawRequest
  input: Record<string, unknown>
  subject: string
  version: string
}

/** Null if nobody could approve it. Asking the same again returns the request that is open. */
async function store(tx: Tx, ctx: DeskCtx, { route, raw, input, subject, version }: Asked): Promise<string | null> {
  await lockOperators(tx)
  const endpoint = nameOf(route.endpoint)
  const now = ctx.clock.now()
  const stored = JSON.stringify({ params: raw.params ?? {}, query: raw.query ?? {}, body: raw.body ?? {} })
  const open = await tx
    .selectFrom('operators.requests')
    .select('id')
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .where('asked_by', '=', ctx.actor.id)
    .where('endpoint', '=', endpoint)
    .where('version', '=', version)
    .where(sql<boolean>`input = ${stored}::jsonb`)
    .executeTakeFirst()
  if (open) return open.id
  const people = await readPeople(tx)
  const isAlone = ![...people.values()].some((each) => mayApprove(people, ctx.actor.id, each, route.endpoint.scope!))
  const { owner, url } = ctx.settings.desk
  if (isAlone && owner === null) return null
  const id = randomUUID()
  const aloneFrom = isAlone ? new Date(now.getTime() + aloneAfterMs) : null
  const reason = typeof input['reason'] === 'string' ? input['reason'] : null
  const playerId = z.uuid().safeParse(input['playerId']).data ?? null
  await tx
    .insertInto('operators.requests')
    .values({
      id,
      endpoint,
      input: stored,
      subject,
      version,
      player_id: playerId,
      asked_by: ctx.actor.id,
      reason,
      asked_at: now,
      expires_at: new Date(now.getTime() + openMs),
      alone_from: aloneFrom,
    })
    .execute()
  const detail = { request: id, endpoint, subject, ...(aloneFrom && { aloneFrom: aloneFrom.toISOString() }) }
  await audit(tx, ctx, { action: 'request-asked', playerId, reason, before: null, after: { state: 'open' }, detail })
  if (aloneFrom)
    await send(tx, ctx, {
      medium: 'mail',
      template: 'operator-alone',
      to: owner!,
      locale: defaultLocale,
      values: {
        operator: ctx.actor.name,
        act: route.endpoint.summary,
        about: subject,
        at: aloneFrom.toISOString(),
        link: `${url}/requests/${id}`,
      },
    })
  return id
}

export async function approveRequest(
  ctx: DeskCtx,
  { id }: VerbInput<typeof contract.approveRequest>,
): Promise<Result<ReplyOf<typeof contract.approveRequest>, RefusalOf<typeof contract.approveRequest>>> {
  if (!hasSteppedUp(ctx)) return refuse('stepUpRequired')
  return act(ctx, id, (row, people, scope) =>
    mayApprove(people, row.asked_by, people.get(ctx.actor.id), scope)
      ? null
      : refuse('notYours', {
          message: `Approving this needs the right ${deciding(scope)}, and a person ${independent}.`,
        }),
  )
}

const independent = 'who neither asked for it nor was invited by whoever asked'

export async function carryOutRequest(
  ctx: DeskCtx,
  { id }: VerbInput<typeof contract.carryOutRequest>,
): Promise<Result<ReplyOf<typeof contract.carryOutRequest>, RefusalOf<typeof contract.carryOutRequest>>> {
  if (!hasSteppedUp(ctx)) return refuse('stepUpRequired')
  return act(ctx, id, (row) => {
    if (row.asked_by !== ctx.actor.id || !row.alone_from) return refuse('notYours')
    const waitMs = row.alone_from.getTime() - ctx.clock.now().getTime()
    return waitMs > 0
      ? refuse('tooEarly', {
          message: `It can be carried out from ${row.alone_from.toISOString()} on.`,
          retryAfterSeconds: Math.ceil(waitMs / 1000),
        })
      : null
  })
}

type ActRefusal = 'requestNotFound' | 'requestEnded' | 'subjectChanged' | 'askerLostRight' | 'actRefused'
type Guard<Refusal extends string> = (row: Row, people: People, scope: Scope) => Refused<Refusal> | null

/**
 * Runs the verb of a request in the name of whoever asked. Its transaction locks the request first, so of several
 * decisions one takes effect, and ends it last, so a failure in between leaves it open.
 */
async function act<Refusal extends string>(
  ctx: DeskCtx,
  id: string,
  guard: Guard<Refusal>,
): Promise<Result<{ result: Record<string, unknown> }, ActRefusal | Refusal>> {
  const row = await findRow(ctx.db.kysely, id)
  if (!row) return refuse('requestNotFound')
  const route = ctx.routes.find(({ endpoint, secondPerson }) => secondPerson && nameOf(endpoint) === row.endpoint)
  const parsed = route && parseRequest(route.endpoint, readInput(row.input), () => playerTexts(ctx).messages)
  if (!route || !parsed?.ok)
    return refuse('actRefused', { message: 'This version of the desk does not know such an act any more; ask again.' })
  const fault = async (db: Tx | KernelDeps['db']['kysely'], current: Row) => {
    const people = await readPeople(db)
    const scope = route.endpoint.scope!
    const asker = people.get(current.asked_by)!
    if (!isOpen(current, ctx.clock.now())) return refuse('requestEnded', { message: endOf(current, people) })
    const refused = guard(current, people, scope)
    if (refused) return refused
    return includesScope(asker.scopes, scope) ? null : refuse('askerLostRight')
  }
  const refused = await fault(ctx.db.kysely, row)
  if (refused) return refused
  const asker = (await readPeople(ctx.db.kysely)).get(row.asked_by)!
  const isOwn = row.asked_by === ctx.actor.id
  const approval: Approval = { request: id, approver: isOwn ? null : ctx.actor.name, reason: row.reason }
  const done = await runIn({ ...ctx, actor: actorOf(asker), approval }, route, parsed.input, {
    async before(tx) {
      const locked = await tx
        .selectFrom('operators.requests')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      await lockOperators(tx)
      const late = await fault(tx, locked)
      if (late) unwind(late)
      if ((await route.secondPerson!.versionOf(tx, parsed.input as never)) !== locked.version)
        unwind(refuse('subjectChanged'))
    },
    after: (tx) => end(tx, ctx, id, 'done'),
  })
  if (done.ok) return ok({ result: (done.value ?? {}) as Record<string, unknown> })
  if (done.isUnwound) return done as unknown as Refused<ActRefusal | Refusal>
  return refuse('actRefused', {
    message: done.message ?? route.endpoint.refusals?.[done.refusal]?.description ?? done.refusal,
  })
}

export async function refuseRequest(
  ctx: DeskCtx,
  { id, reason }: VerbInput<typeof contract.refuseRequest>,
): Promise<Result<void, RefusalOf<typeof contract.refuseRequest>>> {
  return close(ctx, id, 'refused', reason, (row, people) => {
    const { scopes = [] } = people.get(ctx.actor.id) ?? {}
    const scope = ctx.routes.find(({ endpoint }) => nameOf(endpoint) === row.endpoint)?.endpoint.scope
    return row.asked_by !== ctx.actor.id && Boolean(scope && includesScope(scopes, deciding(scope)))
  })
}

export async function withdrawRequest(
  ctx: DeskCtx,
  { id }: VerbInput<typeof contract.withdrawRequest>,
): Promise<Result<void, RefusalOf<typeof contract.withdrawRequest>>> {
  return close(ctx, id, 'withdrawn', null, (row) => row.asked_by === ctx.actor.id)
}

async function close(
  ctx: DeskCtx,
  id: string,
  state: 'refused' | 'withdrawn',
  reason: string | null,
  mayClose: (row: Row, people: People) => boolean,
): Promise<Result<void, 'requestNotFound' | 'requestEnded' | 'notYours'>> {
  return ctx.db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('operators.requests')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse('requestNotFound')
    await lockOperators(tx)
    const people = await readPeople(tx)
    if (!mayClose(row, people)) return refuse('notYours')
    if (!isOpen(row, ctx.clock.now())) return refuse('requestEnded', { message: endOf(row, people) })
    await end(tx, ctx, id, state, reason)
    await audit(tx, ctx, {
      action: `request-${state}`,
      playerId: row.player_id,
      reason,
      before: { state: 'open' },
      after: { state },
      detail: { request: id, endpoint: row.endpoint, subject: row.subject, asker: people.get(row.asked_by)!.name },
    })
    return ok()
  })
}

async function end(
  tx: Tx,
  ctx: DeskCtx,
  id: string,
  state: 'done' | 'refused' | 'withdrawn',
  note: string | null = null,
): Promise<void> {
  await tx
    .updateTable('operators.requests')
    .set({ state, decided_by: ctx.actor.id, decided_at: ctx.clock.now(), note })
    .where('id', '=', id)
    .execute()
}

export async function listRequests(
  ctx: DeskCtx,
  { state, after }: VerbInput<typeof contract.listRequests>,
): Promise<Result<ReplyOf<typeof contract.listRequests>>> {
  const now = ctx.clock.now()
  const key = readKey(after, Key)
  const order = state === 'open' ? 'asc' : 'desc'
  const rows = (await ctx.db.kysely
    .selectFrom('operators.requests')
    .selectAll()
    .where((eb) => eb.or([eb('endpoint', 'in', ['', ...readable(ctx)]), eb('asked_by', '=', ctx.actor.id)]))
    .where((eb) => {
      const isListedOpen = eb.and([eb('state', '=', 'open'), eb('expires_at', '>', now)])
      return state === 'open' ? isListedOpen : eb.not(isListedOpen)
    })
    .$if(key !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('asked_at', 'id'), state === 'open' ? '>' : '<', tuple(new Date(key![0]), key![1])),
      ),
    )
    .orderBy('asked_at', order)
    .orderBy('id', order)
    .limit(pageSize + 1)
    .execute()) as Row[]
  const people = await readPeople(ctx.db.kysely)
  const page = pageOf(rows, pageSize, (row) => [row.asked_at, row.id])
  return ok({ requests: page.rows.map((row) => describe(ctx, row, people)), next: page.next })
}

/** Of a player's standing: what waits for a second person, so that nobody asks for it again. */
export const standing: Standing = {
  scope: 'players:read',
  async read(ctx, playerId) {
    const rows = await ctx.db.kysely
      .selectFrom('operators.requests')
      .select(['id', 'subject', 'asked_at', 'expires_at'])
      .where('player_id', '=', playerId)
      .where('state', '=', 'open')
      .where('expires_at', '>', ctx.clock.now())
      .where((eb) => eb.or([eb('endpoint', 'in', ['', ...readable(ctx)]), eb('asked_by', '=', ctx.actor.id)]))
      .orderBy('asked_at')
      .limit(10)
      .execute()
    return rows.map(({ id, subject, asked_at: since, expires_at: until }) => ({
      level: 'waiting',
      what: 'request',
      detail: [subject],
      since,
      until,
      path: `/requests/${id}`,
    }))
  },
}

export async function readRequest(
  ctx: DeskCtx,
  { id }: VerbInput<typeof contract.readRequest>,
): Promise<Result<ReplyOf<typeof contract.readRequest>, RefusalOf<typeof contract.readRequest>>> {
  const row = await findRow(ctx.db.kysely, id)
  if (!row || !(row.asked_by === ctx.actor.id || readable(ctx).includes(row.endpoint))) return refuse('requestNotFound')
  return ok(describe(ctx, row, await readPeople(ctx.db.kysely)))
}

/** Endpoints whose area the operator may read. */
const readable = (ctx: DeskCtx): string[] =>
  ctx.routes
    .filter(
      ({ endpoint: { scope }, secondPerson }) =>
        secondPerson && scope && includesScope(ctx.actor.scopes, `${scope.split(':')[0]}:read` as Scope),
    )
    .map(({ endpoint }) => nameOf(endpoint))

function describe(ctx: DeskCtx, row: Row, people: People): contract.DeskRequest {
  const endpoint = ctx.routes.find((each) => nameOf(each.endpoint) === row.endpoint)?.endpoint
  const now = ctx.clock.now()
  const { params, query, body } = readInput(row.input)
  const isOwn = row.asked_by === ctx.actor.id
  const reader = people.get(ctx.actor.id)
  const scope = endpoint?.scope
  const may: contract.DeskRequest['may'] = []
  if (isOpen(row, now) && scope) {
    if (mayApprove(people, row.asked_by, reader, scope)) may.push('approve')
    if (!isOwn && includesScope(ctx.actor.scopes, deciding(scope))) may.push('refuse')
    if (isOwn && row.alone_from && row.alone_from <= now) may.push('carryOut')
    if (isOwn) may.push('withdraw')
  }
  return {
    id: row.id,
    endpoint: row.endpoint,
    summary: endpoint?.summary ?? row.endpoint,
    subject: row.subject,
    input: { ...(params as object), ...(query as object), ...(body as object) },
    askedBy: people.get(row.asked_by)!.name,
    reason: row.reason,
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    aloneFrom: row.alone_from?.toISOString() ?? null,
    state: row.state === 'open' && !isOpen(row, now) ? 'expired' : (row.state as contract.DeskRequest['state']),
    decidedBy: row.decided_by && people.get(row.decided_by)!.name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
    may,
  }
}

type Person = {
  id: string
  name: string
  scopes: string[]
  invitedBy: string | null
  isActive: boolean
}
type People = Map<string, Person>

async function readPeople(db: Tx | KernelDeps['db']['kysely']): Promise<People> {
  const inForce = await readRoles(db)
  const rows = await db
    .selectFrom('operators.operators')
    .select(['id', 'name', 'roles', 'invited_by', 'ended_at', 'enrolled_at'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        scopes: row.ended_at ? [] : scopesOf(inForce, row.roles),
        invitedBy: row.invited_by,
        isActive: !row.ended_at && row.enrolled_at !== null,
      },
    ]),
  )
}

/** Neither whoever asked, nor somebody whom they invited, also through others. */
function mayApprove(people: People, askerId: string, approver: Person | undefined, scope: Scope): boolean {
  if (!approver?.isActive || !includesScope(approver.scopes, deciding(scope))) return false
  const seen = new Set<string>()
  for (let each: Person | undefined = approver; each && !seen.has(each.id); each = people.get(each.invitedBy ?? '')) {
    if (each.id === askerId) return false
    seen.add(each.id)
  }
  return true
}

const deciding = (scope: Scope): Scope => `${scope.split(':')[0]}:decide` as Scope

const actorOf = ({ id, name, scopes }: Person): OperatorActor => ({
  kind: 'operator',
  id,
  name,
  scopes,
})

const isOpen = (row: Row, now: Date): boolean => row.state === 'open' && row.expires_at > now

function endOf(row: Row, people: People): string {
  if (row.state === 'open') return `It expired at ${row.expires_at.toISOString()}.`
  const name = people.get(row.decided_by!)!.name
  if (row.state === 'withdrawn') return `${name} has withdrawn it.`
  return row.state === 'refused' ? `${name} has refused it: ${row.note}` : `${name} has approved it already.`
}

async function findRow(db: Tx | KernelDeps['db']['kysely'], id: string): Promise<Row | undefined> {
  return db.selectFrom('operators.requests').selectAll().where('id', '=', id).executeTakeFirst()
}

const nameOf = ({ method, path }: BoundRoute['endpoint']): string => `${method} ${path}`

class Unwound extends Error {
  readonly result: Result<unknown, string>
  constructor(result: Result<unknown, string>) {
    super('the transaction of a verb is abandoned')
    this.result = result
  }
}

/** Leaves a verb from inside its transaction, which is rolled back. */
function unwind(result: Result<unknown, string>): never {
  throw new Unwound(result)
}

type Around = { before(tx: Tx): Promise<void>; after(tx: Tx): Promise<void> }
type Run = { ok: true; value: unknown } | (Refused<string> & { isUnwound?: boolean })

/** Runs a verb whose one transaction begins with `before` and, unless the verb refuses, ends with `after`. */
async function runIn(
  ctx: DeskCtx,
  { verb, endpoint }: BoundRoute,
  input: Record<string, unknown>,
  { before, after }: Around,
): Promise<Run> {
  let transactions = 0
  const db: DeskCtx['db'] = {
    ...ctx.db,
    transaction(work) {
      transactions++
      if (transactions > 1) throw new Error(`${nameOf(endpoint)} needs a second person and has two transactions`)
      return ctx.db.transaction(async (tx) => {
        await before(tx)
        const result = await work(tx)
        if (!isRefusal(result)) await after(tx)
        return result
      })
    },
  }
  try {
    const result: Result<unknown, string> = await verb({ ...ctx, db } as never, input as never)
    if (result.ok && transactions === 0)
      throw new Error(`${nameOf(endpoint)} needs a second person and has no transaction`)
    return result
  } catch (error) {
    if (error instanceof Unwound) return error.result.ok ? error.result : { ...error.result, isUnwound: true }
    throw error
  }
}

const isRefusal = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'ok' in result && result.ok === false
