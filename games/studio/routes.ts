/**
 * Routes of the studio's player API. The page's origin is opaque (a sandboxed frame), so any origin is accepted; only
 * the bearer launch token identifies the player.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { limitLengthChecks } from '#contract/json-body.ts'
import { type FrameRefusal, isFrameRefusal, studioAnswers } from '#contract/refusals-of-play.ts'
import { Act } from '#contract/rounds.ts'
import type { SharedGame } from '#contract/shared-rounds.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { StudioError, StudioErrorName } from '../studio-api.ts'
import { isShared } from '../shared.ts'
import { BalanceUnknown, balanceOf } from './balance.ts'
import type { StudioCore } from './parts.ts'
import { act } from './act.ts'
import { play } from './play.ts'
import { readPublicRound } from './public-round.ts'
import { readSeat, type Seated, seatOf } from './seat.ts'
import { rotateSeeds, SeedNeeded } from './seeds.ts'
import { readSession } from './session.ts'

/** Errors other than refusals of bets. */
type StudioOnlyError = Exclude<StudioErrorName, FrameRefusal>
const statuses: Record<StudioOnlyError, number> = {
  validation: HttpStatus.unprocessable,
  seedNeeded: HttpStatus.conflict,
  stakeInvalid: HttpStatus.unprocessable,
  choiceInvalid: HttpStatus.unprocessable,
  mathsReplaced: HttpStatus.conflict,
  playConflict: HttpStatus.conflict,
  playInFlight: HttpStatus.conflict,
  actInvalid: HttpStatus.unprocessable,
  actConflict: HttpStatus.conflict,
  roundEnded: HttpStatus.conflict,
  betsClosed: HttpStatus.conflict,
  tooFast: HttpStatus.tooManyRequests,
  tooManyReveals: HttpStatus.tooManyRequests,
  roundNotFound: HttpStatus.notFound,
  operatorUnavailable: HttpStatus.serviceUnavailable,
  internal: HttpStatus.internalServerError,
}
const playBytes = 16 * 1024
const PlayBody = limitLengthChecks(
  z.object({
    playId: z.uuid(),
    stake: z.int().positive(),
    choice: z.unknown().default(null),
    mathsVersion: z.string().max(40).exactOptional(),
  }),
)
const ActBody = limitLengthChecks(z.object({ roundId: z.uuid(), actId: z.uuid(), after: z.int().min(0), act: Act }))
const ClientSeed = z.string().regex(/^[\x20-\x7e]{1,64}$/)
const SeedsBody = z.object({ clientSeed: ClientSeed.optional() })

/** A Fastify plugin; mount it under `/studio`. */
export function studioRoutes(parts: StudioCore): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    allowAnyOrigin(app)
    app.get(
      '/api/session',
      seated(parts, async (seat, request, reply) => {
        const query = SeedsBody.safeParse(request.query)
        if (!query.success) return refuse(reply, 'validation', query.error)
        return readSession(parts, seat, query.data.clientSeed)
      }),
    )
    app.get(
      '/api/table',
      seated(parts, async (seat, _request, reply) =>
        parts.shared && isShared(seat.maths)
          ? parts.shared.watch(seat.maths.slug as SharedGame)
          : refuse(reply, 'roundNotFound'),
      ),
    )
    app.post(
      '/api/play',
      // The limit leaves room for a chip on every position of a roulette table.
      { bodyLimit: playBytes },
      seated(parts, async (seat, request, reply) => {
        const body = PlayBody.safeParse(request.body)
        if (!body.success) return refuse(reply, 'validation', body.error)
        const playRequest = { ...body.data, choice: body.data.choice as never }
        const result = await play(parts, seat, playRequest, parts.countryOf(request))
        if (!result.ok) return refuse(reply, result.refusal, undefined, result.retryAfterMs)
        return reply.code(result.value.round.status === 'open' ? HttpStatus.accepted : HttpStatus.ok).send(result.value)
      }),
    )
    app.post(
      '/api/act',
      seated(parts, async (seat, request, reply) => {
        const receivedAt = parts.clock.now()
        const body = ActBody.safeParse(request.body)
        if (!body.success) return refuse(reply, 'validation', body.error)
        const result = await act(parts, seat, body.data, parts.countryOf(request), receivedAt)
        return result.ok ? result.value : refuse(reply, result.refusal)
      }),
    )
    app.post(
      '/api/seeds',
      seated(parts, async (seat, request, reply) => {
        const body = SeedsBody.safeParse(request.body ?? {})
        if (!body.success) return refuse(reply, 'validation', body.error)
        // Reading the balance throws if the session of the launch has ended, in which case seeds must not be rotated
        // either.
        await balanceOf(parts, seat)
        const result = await rotateSeeds(parts, seatOf(seat), body.data.clientSeed)
        if (result.ok) return result.value
        return refuse(reply, result.refusal, undefined, 'retryAfterMs' in result ? result.retryAfterMs : undefined)
      }),
    )
    app.get<{ Params: { id: string } }>('/api/rounds/:id', async (request, reply) => {
      const id = z.uuid().safeParse(request.params.id)
      const round = id.success ? await readPublicRound(parts, id.data) : undefined
      return round ?? refuse(reply, 'roundNotFound')
    })
  }
}

type SeatedHandler = (seat: Seated, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function seated(parts: StudioCore, handle: SeatedHandler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const seat = readSeat(parts, request.headers.authorization)
    if (!seat) return refuse(reply, 'launchTokenInvalid')
    try {
      return await handle(seat, request, reply)
    } catch (error) {
      if (error instanceof BalanceUnknown)
        return refuse(reply, error.isLaunchRefused ? 'launchTokenInvalid' : 'operatorUnavailable')
      if (error instanceof SeedNeeded) return refuse(reply, 'seedNeeded')
      throw error
    }
  }
}

function allowAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store')
  })
  app.options('/api/*', async (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'authorization, content-type')
      .header('access-control-max-age', '600')
      .code(HttpStatus.noContent)
      .send(),
  )
}

function refuse(reply: FastifyReply, name: StudioErrorName, invalid?: z.ZodError, retryAfterMs?: number): FastifyReply {
  const body: StudioError = {
    error: { name, message: isFrameRefusal(name) ? studioAnswers[name].frame : messages[name] },
  }
  if (invalid)
    body.error.fields = Object.fromEntries(invalid.issues.map((issue) => [issue.path.join('.'), [issue.message]]))
  if (retryAfterMs !== undefined) {
    body.error.retryAfterMs = retryAfterMs
    reply.header('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  }
  return reply.code(statusOf(name)).send(body)
}

function statusOf(name: StudioErrorName): number {
  // The player's token is invalid; in calls of partners, the same name has another status.
  if (name === 'launchTokenInvalid') return HttpStatus.unauthorized
  return isFrameRefusal(name) ? studioAnswers[name].status : statuses[name]
}

/** For developers; the page has its own text for each name. */
const messages: Record<StudioOnlyError, string> = {
  validation: 'Some values are invalid',
  seedNeeded: 'Open the session with a client seed first',
  stakeInvalid: 'This stake is not offered',
  choiceInvalid: 'This choice is not offered',
  mathsReplaced: 'The game has another version of its maths than the page; ask for the session again',
  playConflict: 'This play id was used with a different stake or choice',
  playInFlight: 'The previous round of this game is not settled yet',
  actInvalid: 'This is not possible at this step of the round',
  actConflict: 'The round has moved on',
  roundEnded: 'The round is over',
  betsClosed: 'This round does not accept bets',
  tooFast: 'The minimum time between rounds has not passed',
  tooManyReveals: 'The seeds were changed too often within a minute',
  roundNotFound: 'The round does not exist',
  operatorUnavailable: "The operator's wallet did not answer; no stake was taken",
  internal: 'Something went wrong',
}
