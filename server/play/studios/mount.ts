/**
 * Where outside studios call the wallet, each in its own protocol: `/api/partners/studios/<slug>/…`. The signature is
 * verified over the raw bytes before anything is parsed.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readJson } from '#contract/json-body.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Deps } from '../../deps.ts'
import { isOutage } from '../../kernel/http/errors.ts'
import type { GameStudio } from '../../partners/game-studio/port.ts'
import { type Hub88Answer, hub88Calls } from './internal/hub88-calls.ts'
import {
  badRequest,
  forbidden,
  internal,
  notFound,
  type SoftswissAnswer,
  softswissCalls,
} from './internal/softswiss-calls.ts'
import { studioCtx } from './internal/wallet.ts'

const bodyBytes = 64 * 1024

export function mountStudios(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    // Whatever the type and the bytes: each protocol has its own answer to a body that cannot be read.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { studio: string; '*': string } }>(
      '/api/partners/studios/:studio/*',
      async (request, reply) => {
        const studio = deps.partners.gameStudios.find(({ slug }) => slug === request.params.studio)
        const path = request.params['*']
        reply.header('cache-control', 'no-store')
        const protocol = studio?.outside?.protocol
        if (!studio || !protocol || !isGenuine(deps, studio, request)) {
          const limited = await app.limitUnsigned(request, reply)
          if (limited) return reply.code(limited.status).send(limited.body)
          if (protocol === 'softswiss') return reply.code(forbidden.status).send(forbidden.body)
          const status = protocol === 'hub88' ? 'RS_ERROR_INVALID_SIGNATURE' : 'RS_ERROR_INVALID_PARTNER'
          return reply.code(HttpStatus.ok).send({ status } satisfies Hub88Answer)
        }
        if (protocol === 'softswiss') {
          const { status, body } = await answerSoftswiss(deps, studio, path, request)
          return reply.code(status).send(body)
        }
        return reply.code(HttpStatus.ok).send(await answerHub88(deps, studio, path, request))
      },
    )
  })
}

/** Always status 200: the protocol has statuses of its own. */
async function answerHub88(
  deps: Deps,
  studio: GameStudio,
  path: string,
  request: FastifyRequest,
): Promise<Hub88Answer> {
  const call = Object.hasOwn(hub88Calls, path) ? hub88Calls[path] : undefined
  const body = parsed(rawBodyOf(request))
  if (!call || body === undefined) return { status: 'RS_ERROR_WRONG_SYNTAX' }
  try {
    return await call({ ctx: studioCtx(deps, studio.slug, request.address), studio, body })
  } catch (error) {
    // The call may have taken effect: a studio repeats it, or rolls it back.
    noteFailure(deps, studio, path, error)
    return { status: 'RS_ERROR_UNKNOWN' }
  }
}

async function answerSoftswiss(
  deps: Deps,
  studio: GameStudio,
  path: string,
  request: FastifyRequest,
): Promise<SoftswissAnswer> {
  const call = Object.hasOwn(softswissCalls, path) ? softswissCalls[path] : undefined
  if (!call) return notFound
  const body = parsed(rawBodyOf(request))
  if (body === undefined) return badRequest
  try {
    return await call({ ctx: studioCtx(deps, studio.slug, request.address), studio, body })
  } catch (error) {
    noteFailure(deps, studio, path, error)
    return internal
  }
}

const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

function isGenuine({ clock }: Deps, studio: GameStudio, request: FastifyRequest): boolean {
  const header = (name: string) => [request.headers[name]].flat()[0]
  return studio.isGenuine({ rawBody: rawBodyOf(request), header, now: clock.now() })
}

function noteFailure({ log }: Deps, { slug }: GameStudio, path: string, error: unknown): void {
  log[isOutage(error) ? 'warn' : 'error']({ err: error, studio: slug, path }, 'a studio call failed')
}

function parsed(rawBody: Buffer): unknown {
  try {
    return readJson(rawBody, { areNumbersExact: true })
  } catch {
    return undefined
  }
}
