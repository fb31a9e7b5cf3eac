/** Serves bound endpoints: caller, validation, verb, response. Every API call passes through here. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint, Result } from '#contract/endpoint.ts'
import { defaultBodyBytes, limitLengthChecks, readJson } from '#contract/json-body.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Caller, Ctx, Deps } from '../deps.ts'
import { findByToken, findSession, forgeryTokenOf, runWithSecondPerson } from '../operators/index.ts'
import { SessionEnded, whyEnded } from '../identity/index.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { audit } from '../kernel/audit.ts'
import { playerTexts } from '../kernel/player-texts.ts'
import type { BoundRoute, PartnerCtx } from '../kernel/http/bind.ts'
import { bearerIn, CookieReply, type DeskCtx, setCookie, tokenIn, WaitingReply } from '../kernel/http/desk-session.ts'
import { createDenialLog, type RecordDenial } from './denial-log.ts'
import { answer, type HttpAnswer, refusalAnswer, validationAnswer } from '../kernel/http/errors.ts'
import { sendJson } from '../kernel/http/compress.ts'
import { FileReply, sendFile, takeUploads, uploadOf } from '../kernel/http/files.ts'
import { parseRequest, type RawRequest } from '../kernel/http/parse.ts'
import { Redirect, sendRedirect } from '../kernel/http/redirect.ts'
import { faultWords, refusalWords } from '../reference/index.ts'

export type ReadCaller = (request: FastifyRequest) => Promise<Caller>

export function serve(app: FastifyInstance, deps: Deps, routes: BoundRoute[], readCaller: ReadCaller): void {
  const uploads = routes.filter(({ endpoint }) => endpoint.multipart)
  const how = { readCaller, recordDenial: createDenialLog(deps.clock), all: routes }
  app.register(async (scope) => {
    takeBytes(scope)
    mount(
      scope,
      deps,
      routes.filter((route) => !uploads.includes(route)),
      how,
    )
  })
  if (uploads.length === 0) return
  app.register(async (scope) => {
    await takeUploads(scope)
    mount(scope, deps, uploads, how)
  })
}

/** Keeps bodies as bytes: signatures cover the raw bytes, and a body is parsed only after its sender was admitted. */
function takeBytes(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

function mount(
  app: FastifyInstance,
  deps: Deps,
  routes: BoundRoute[],
  { readCaller, recordDenial, all }: { readCaller: ReadCaller; recordDenial: RecordDenial; all: BoundRoute[] },
): void {
  for (const route of routes) {
    const { params, query, body } = route.endpoint
    for (const schema of [params, query, body]) limitLengthChecks(schema)
    app.route({
      method: route.endpoint.method,
      bodyLimit: route.endpoint.bodyBytes ?? defaultBodyBytes,
      url: route.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const ctx: Ctx = { ...deps, caller: await readCaller(request) }
        const result = await run(route, ctx, request, reply, all)
        recordDenial(request, route.endpoint, ctx.caller, result)
        if (result.body instanceof Redirect) return sendRedirect(reply, result.body)
        if (result.body instanceof CookieReply) {
          setCookie(reply, result.body.token)
          return send(request, reply, { status: result.status, body: result.body.value ?? {} })
        }
        return result.body instanceof FileReply ? sendFile(reply, result.body) : send(request, reply, result)
      },
    })
  }
}

type Answered = HttpAnswer | { status: typeof HttpStatus.ok | typeof HttpStatus.accepted; body: unknown }

async function run(
  route: BoundRoute,
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  all: BoundRoute[],
): Promise<Answered> {
  const { params, query } = request
  const { access } = route.endpoint
  if (route.endpoint.multipart)
    return callVerb(route, { ...ctx, upload: uploadOf(request) } as Ctx, { params, query, body: undefined })
  if (access === 'operator') return runForOperator(route, ctx, request, all)
  if (access !== 'partner') {
    const mayCall = access === 'public' || ctx.caller.player !== null
    return callVerb(route, ctx, { params, query, body: mayCall ? bodyOf(route, request) : undefined })
  }
  const partnerCtx: PartnerCtx = {
    ...ctx,
    partner: {
      rawBody: bytesOf(request),
      header: (name) => headerText(request.headers[name.toLowerCase()]),
    },
  }
  const verified = await route.verify!(partnerCtx, request.params as Record<string, string>)
  if (!verified.ok)
    return (await request.server.limitUnsigned(request, reply)) ?? refusalAnswer(route.endpoint, verified, null)
  return callVerb(route, partnerCtx, { params, query, body: bodyOf(route, request) })
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

function bodyOf({ endpoint }: BoundRoute, request: FastifyRequest): unknown {
  const bytes = bytesOf(request)
  return endpoint.body && bytes.length > 0
    ? readJson(bytes, { areNumbersExact: endpoint.access === 'partner' })
    : undefined
}

type OperatorCall = Pick<DeskCtx, 'actor' | 'session'>

const signInFirst = answer(HttpStatus.unauthorized, 'unauthorized', 'Sign in first')
const sessionEnded = answer(
  HttpStatus.unauthorized,
  'unauthorized',
  'Your session has ended and nothing was done: sign in again',
)

/** By the desk's cookie, or by a token for programs. */
async function operatorOf(
  ctx: Ctx,
  { endpoint }: BoundRoute,
  request: FastifyRequest,
): Promise<OperatorCall | HttpAnswer> {
  const cookie = tokenIn(request)
  const bearer = bearerIn(request)
  if (cookie !== null) {
    const open = await findSession(ctx, cookie)
    return open && open.tokenName === null ? { actor: open.actor, session: open } : sessionEnded
  }
  if (bearer === null) return signInFirst
  const found = await findByToken(ctx, bearer)
  if (found.open) return { actor: found.open.actor, session: found.open }
  const { why, operator, name } = found
  if (operator !== undefined) {
    const { method, path } = endpoint
    const detail = { method, path, refusal: 'unauthorized', operator, token: name }
    await audit(ctx.db.kysely, ctx, { action: 'operator-refused', playerId: null, detail })
  }
  return answer(HttpStatus.unauthorized, 'unauthorized', why)
}

/**
 * Refusals are recorded under the operator's name, and so is every call of an endpoint with a scope, whatever its result:
 * reading a player's data is an act as well. A list that is read again and again is recorded every ten minutes.
 */
async function runForOperator(
  route: BoundRoute,
  ctx: Ctx,
  request: FastifyRequest,
  routes: BoundRoute[],
): Promise<Answered> {
  const { method, path, scope, isRecorded, isUnrecorded } = route.endpoint
  const call = await operatorOf(ctx, route, request)
  if ('status' in call) return call
  const deskCtx: DeskCtx = { ...ctx, ...call, routes }
  const refusal = refusalOf(route.endpoint, deskCtx, request)
  if (refusal) {
    await noteRefusal(deskCtx, route.endpoint, refusal.body.error.name)
    return refusal
  }
  const { params, query } = request
  if ((scope || isRecorded) && !isUnrecorded && !isRefresh(route.endpoint, deskCtx, request)) {
    const { playerId, ...named } = params as Record<string, string>
    const isPlayer = z.uuid().safeParse(playerId).success
    await audit(ctx.db.kysely, deskCtx, {
      action: 'operator-called',
      playerId: isPlayer ? playerId! : null,
      // PostgreSQL stores no NUL; the call is refused as invalid afterwards.
      detail: { method, path, ...storable(named) },
    })
  }
  const answered = await callVerb(route, deskCtx, { params, query, body: bodyOf(route, request) })
  const refused = refusedRightIn(answered)
  if (refused) await noteRefusal(deskCtx, route.endpoint, refused)
  return answered
}

const storable = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.replaceAll('\0', '\uFFFD')]))

/** What only the verb can know, such as whose request it is. A step-up is missing, not refused. */
function refusedRightIn({ status, body }: Answered): string | null {
  const name = status === HttpStatus.forbidden ? body.error.name : null
  return name === 'stepUpRequired' ? null : name
}

async function noteRefusal(ctx: DeskCtx, { method, path }: Endpoint, refusal: string): Promise<void> {
  await audit(ctx.db.kysely, ctx, { action: 'operator-refused', playerId: null, detail: { method, path, refusal } })
}

const refreshMs = 600_000
const mostReads = 10_000
/** When each list was last recorded, by session and address. Of this process alone: another one records it once more. */
const recordedReads = new Map<string, number>()

/** Whether the same session has read the same list within the last minutes: pages read theirs again every few seconds. */
function isRefresh({ method, params }: Endpoint, { clock, session }: DeskCtx, { url }: FastifyRequest): boolean {
  if (method !== 'GET' || params) return false
  const key = `${session.sessionId} ${url}`
  const now = clock.now().getTime()
  if (now - (recordedReads.get(key) ?? -Infinity) < refreshMs) return true
  if (recordedReads.size >= mostReads) recordedReads.clear()
  recordedReads.set(key, now)
  return false
}

function refusalOf({ method, scope }: Endpoint, ctx: DeskCtx, request: FastifyRequest): HttpAnswer | null {
  const isForged =
    method !== 'GET' &&
    ctx.session.tokenName === null &&
    request.headers['x-desk-token'] !== forgeryTokenOf(ctx, ctx.session.token)
  if (isForged) return answer(HttpStatus.forbidden, 'forged', 'Load the page again')
  if (scope && !includesScope(ctx.actor.scopes, scope))
    return answer(
      HttpStatus.forbidden,
      'notPermitted',
      `This needs the right ${scope}, which your roles do not include`,
    )
  return null
}

/** Checks access, parses, runs the verb. Page rendering enters here too, in-process. */
export async function callVerb(route: BoundRoute, ctx: Ctx, raw: RawRequest): Promise<Answered> {
  const { endpoint } = route
  const { content } = ctx
  const { locale } = ctx.caller
  if (endpoint.access === 'operator' && !('actor' in ctx)) throw new Error('operator endpoints require an operator')
  const unauthorized = async () =>
    answer(
      HttpStatus.unauthorized,
      'unauthorized',
      (await whyEnded(ctx)) ?? faultWords(content, locale, 'unauthorized'),
    )
  if (endpoint.access === 'player' && !ctx.caller.player) return unauthorized()
  const parsed = parseRequest(endpoint, raw, () => playerTexts(ctx).messages)
  if (!parsed.ok) return validationAnswer(parsed.fields, faultWords(content, locale, 'validation'))
  const running = route.secondPerson
    ? runWithSecondPerson(ctx as DeskCtx, route, raw, parsed.input)
    : route.verb(ctx as never, parsed.input as never)
  const result = await running.catch((error: unknown) => {
    if (error instanceof SessionEnded) return null
    throw error
  })
  if (!result) return unauthorized()
  // The texts of refusals address players; operators read what the endpoint says of them.
  const words = (refusal: string) => (endpoint.access === 'operator' ? null : refusalWords(content, locale, refusal))
  if (!result.ok) return refusalAnswer(endpoint, result, words(result.refusal))
  if (result.value instanceof WaitingReply) return waitingAnswer(result.value)
  checkReply(ctx, endpoint, result)
  return { status: HttpStatus.ok, body: result.value ?? {} }
}

function waitingAnswer({ request }: WaitingReply): Answered {
  if (request !== null) return { status: HttpStatus.accepted, body: { waiting: { request } } }
  return answer(
    HttpStatus.conflict,
    'noSecondPerson',
    'Another operator has to approve this, and nobody else has the rights to. Invite a second one from the command line.',
  )
}

/** Calls an endpoint in-process, with the same result as over HTTP: page rendering gets its data this way. */
export function verbCaller(deps: Deps, routes: BoundRoute[]) {
  const byRoute = new Map(routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]))
  return async (caller: Caller, name: string, raw: Partial<RawRequest>): Promise<{ status: number; body: unknown }> => {
    const route = byRoute.get(name)
    if (!route || route.endpoint.access === 'partner' || route.endpoint.access === 'operator')
      throw new Error(`Unknown endpoint ${name}`)
    return callVerb(route, { ...deps, caller }, { params: raw.params ?? {}, query: raw.query ?? {}, body: raw.body })
  }
}

/** Outside production, a response that violates the contract is a bug that must be visible. */
function checkReply(ctx: Ctx, endpoint: Endpoint, result: Result<unknown, string>): void {
  if (ctx.settings.isProduction || !endpoint.reply || !result.ok) return
  const check = endpoint.reply.safeParse(result.value instanceof CookieReply ? result.value.value : result.value)
  if (!check.success)
    throw new Error(`${endpoint.method} ${endpoint.path} violates its contract: ${check.error.message}`)
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body }: { status: number; body: unknown },
): Promise<FastifyReply> {
  // Serialized before the header is written, so that an amount too large for JSON becomes a proper 500.
  const text = JSON.stringify(body)
  return sendJson(request, reply.code(status).header('cache-control', 'no-store'), text)
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
