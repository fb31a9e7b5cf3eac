/**
 * The sportsbook's routes below /sportsbook: the client's script and texts, public lists, bets with a player's token,
 * and the operator's signed calls.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import * as HttpStatus from '#contract/statuses.ts'
import { oddsPattern } from '#contract/settlement/odds.ts'
import { FindEvents, ListBets, ListSports, QuoteCashOuts, signatureHeaders } from '#contract/sportsbook-protocol.ts'
import { builderCode, builderMarket, maxParts, readBuilder } from './builder.ts'
import { matches } from './search.ts'
import { setSportsbookFaults } from './faults.ts'
import { fairProbability } from './models/selection.ts'
import type { Sportsbook } from './sportsbook.ts'
import { isSigned, signatureOf } from './trading/wallet.ts'
import type { Bet } from './trading/bet.ts'
import { type BetRequest, type BuilderPrice, type PlayerSession, type Refusal, sports, type WireEvent } from './wire.ts'

const Id = z.string().regex(/^[A-Za-z0-9._:-]{1,64}$/)
/** The codes of all parts for combined selections. */
const Outcome = z.string().regex(/^[A-Za-z0-9._:-]{1,300}$/)
const Picks = z
  .array(
    z.object({
      eventId: Id,
      market: Id,
      outcome: Outcome,
      odds: z.string().regex(oddsPattern),
      version: z.int().min(0),
    }),
  )
  .min(1)
  .max(20)
const Slip = z.object({
  kind: z.enum(['single', 'accumulator', 'system']),
  systemSizes: z.array(z.int().min(1).max(20)).max(20).default([]),
  picks: Picks,
})
const PlaceBody = Slip.extend({
  requestId: Id,
  stake: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  freeBetId: z.uuid().optional(),
  policy: z.enum(['never', 'higher', 'any']),
  locale: z.string().max(10).default('en'),
})
const BuilderBody = z.object({
  eventId: Id,
  parts: z
    .array(z.object({ market: Id, outcome: Id }))
    .min(1)
    .max(maxParts),
})
const AutoCashOutBody = z.object({ amount: z.int().min(1).max(Number.MAX_SAFE_INTEGER).nullable() })
const EditBody = PlaceBody.omit({ freeBetId: true }).extend({ quoteId: Id })
const LimitsBody = Slip.extend({ replaces: Id.optional() })
const CashOutBody = z.object({ quoteId: Id, part: z.number().min(0.01).max(1) })

const clientFile = join(import.meta.dirname, '../../dist/sportsbook/client.js')
const betsPage = 200
const mostFound = 6

type Handler = (request: FastifyRequest, reply: FastifyReply, session: PlayerSession) => unknown

export function sportsbookPlugin(sportsbook: Sportsbook): FastifyPluginCallback {
  const { book, bets, keys } = sportsbook
  let script: { changed: number; plain: Buffer; small: Buffer } | null = null

  /** The client's script, which is built with the site and read again after a build. */
  function clientScript() {
    if (!existsSync(clientFile)) return null
    const changed = statSync(clientFile).mtimeMs
    if (script?.changed !== changed) {
      const plain = readFileSync(clientFile)
      script = { changed, plain, small: compressed(plain) }
    }
    return script
  }

  async function forPlayer(request: FastifyRequest, reply: FastifyReply, handle: Handler) {
    const token = tokenOf(request)
    const session = token ? await sportsbook.session(token).catch(() => 'away' as const) : null
    if (session === 'away') return refuse(reply, HttpStatus.serviceUnavailable, { error: 'walletUnavailable' })
    if (!session) return refuse(reply, HttpStatus.unauthorized, { error: 'tokenEnded' })
    return handle(request, reply, session)
  }

  const answerBet = (reply: FastifyReply, result: Bet | Refusal) =>
    'error' in result
      ? refuse(reply, HttpStatus.unprocessable, result)
      : reply.code(HttpStatus.ok).send(bets.wire(result))

  /** Handles a signed call of the operator; the response is signed too. */
  function forOperator(request: FastifyRequest, reply: FastifyReply) {
    const body = typeof request.body === 'string' ? request.body : ''
    const header = (name: string) => String(request.headers[name] ?? '')
    const [timestamp, signature] = [header(signatureHeaders.timestamp), header(signatureHeaders.signature)]
    const call = (request.params as { call: string }).call
    if (!isSigned(keys.toSportsbook, timestamp, signature, body, Date.now()))
      return refuse(reply, HttpStatus.unauthorized, { error: 'signatureInvalid' })
    const answer = answerOperator(sportsbook, call, parse(body))
    if (!answer) return refuse(reply, HttpStatus.badRequest, { error: 'badRequest' })
    const text = JSON.stringify(answer)
    const seconds = String(Math.floor(Date.now() / 1000))
    return reply
      .headers({
        [signatureHeaders.timestamp]: seconds,
        [signatureHeaders.signature]: signatureOf(keys.toSportsbook, seconds, text),
      })
      .type('application/json')
      .send(text)
  }

  return (app, _options, done) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
        // Allows cross-origin isolated pages of other origins to load the client.
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      if (request.method === 'OPTIONS')
        await reply
          .headers({
            'access-control-allow-headers': 'authorization, content-type',
            'access-control-allow-methods': 'GET, POST',
            'access-control-max-age': '86400',
          })
          .code(HttpStatus.noContent)
          .send()
    })
    app.options('/*', (_request, reply) => reply.code(HttpStatus.noContent).send())
    app.get('/client.js', (request, reply) => {
      const built = clientScript()
      if (!built) return refuse(reply, HttpStatus.serviceUnavailable, { error: 'notBuilt' })
      const takesBrotli = (request.headers['accept-encoding'] ?? '').includes('br')
      reply.headers({ 'cache-control': 'public, max-age=60', vary: 'accept-encoding' })
      if (takesBrotli) reply.header('content-encoding', 'br')
      return reply.type('text/javascript; charset=utf-8').send(takesBrotli ? built.small : built.plain)
    })
    app.get('/words/:locale', (request, reply) => {
      const messages = sportsbook.messages((request.params as { locale: string }).locale)
      if (!messages) return refuse(reply, HttpStatus.notFound, { error: 'notFound' })
      return sendJson(request, reply.header('cache-control', 'public, max-age=60'), JSON.stringify(messages))
    })
    app.get('/events', (request, reply) => {
      book.refresh()
      return sendJson(request, reply, JSON.stringify({ now: sportsbook.now(), events: book.list() }))
    })
    app.get('/events/:id', (request, reply) => {
      const event = sportsbook.event((request.params as { id: string }).id)
      if (!event) return refuse(reply, HttpStatus.notFound, { error: 'notFound' })
      return sendJson(request, reply, JSON.stringify({ now: sportsbook.now(), event }))
    })
    app.get('/events/:id/background', (request, reply) => {
      const background = sportsbook.background((request.params as { id: string }).id)
      if (!background) return refuse(reply, HttpStatus.notFound, { error: 'notFound' })
      return sendJson(request, reply, JSON.stringify(background))
    })
    app.get('/results', (request, reply) => sendJson(request, reply, JSON.stringify(sportsbook.results(80))))
    app.get('/session', (request, reply) =>
      forPlayer(request, reply, (_request, _reply, session) => {
        const { currency, balance, expiresAt } = session
        return reply.send({ currency, balance, expiresAt, freeBets: bets.freeBetsOf(session) })
      }),
    )
    app.get('/bets', (request, reply) =>
      forPlayer(request, reply, (_request, _reply, { playerId }) =>
        reply.send({ bets: bets.ofPlayer(playerId).slice(0, betsPage).map(bets.wire) }),
      ),
    )
    app.post('/limits', (request, reply) =>
      forPlayer(request, reply, (_request, _reply, session) => {
        const body = LimitsBody.safeParse(parse(String(request.body)))
        if (!body.success) return refuse(reply, HttpStatus.badRequest, { error: 'badRequest' })
        const { replaces, ...slip } = body.data
        const limits = bets.limits(session, slip, replaces)
        return 'error' in limits ? refuse(reply, HttpStatus.unprocessable, limits) : reply.send(limits)
      }),
    )
    app.post('/builder', (request, reply) => {
      const body = BuilderBody.safeParse(parse(String(request.body)))
      if (!body.success) return refuse(reply, HttpStatus.badRequest, { error: 'badRequest' })
      const code = builderCode(body.data.parts)
      const quote = readBuilder(code) && book.quote(body.data.eventId, builderMarket, code)
      if (!quote) return refuse(reply, HttpStatus.unprocessable, { error: 'notCombined' })
      const { version, state, odds, outcome } = quote
      const keptShare = odds === null ? null : 1 - Number(odds) * fairProbability(outcome)
      return reply.send({ code, version, state, odds, keptShare } satisfies BuilderPrice)
    })
    app.post('/bets', (request, reply) =>
      forPlayer(request, reply, async (_request, _reply, session) => {
        const body = PlaceBody.safeParse(parse(String(request.body)))
        if (!body.success) return refuse(reply, HttpStatus.badRequest, { error: 'badRequest' })
        const { locale, ...bet } = body.data
        return answerBet(reply, await bets.place(session, tokenOf(request)!, locale, bet satisfies BetRequest))
      }),
    )
    app.post('/bets/:id/cash-out', (request, reply) =>
      forPlayer(request, reply, async (_request, _reply, session) => {
        const body = CashOutBody.safeParse(parse(String(request.body)))
        if (!body.success) return refuse(reply, HttpStatus.badRequest, { error: 'badRequest' })
        const { id } = request.params as { id: string }
        return answerBet(reply, await bets.cashOut(session, id, body.data.quoteId, body.data.part))
      }),
    )
    app.post('/bets/:id/edit', (request, reply) =>
      forPlayer(request, reply, async (_request, _reply, session) => {
        const body = EditBody.safeParse(parse(String(request.body)))
        if (!body.success) return refuse(reply, HttpStatus.badRequest, { error: 'badRequest' })
        const { locale, ...edit } = body.data
        const client = { token: tokenOf(request)!, words: sportsbook.words(locale) }
        return answerBet(reply, await bets.edit(session, client, (request.params as { id: string }).id, edit))
      }),
    )
    app.post('/bets/:id/auto-cash-out', (request, reply) =>
      forPlayer(request, reply, (_request, _reply, session) => {
        const body = AutoCashOutBody.safeParse(parse(String(request.body)))
        if (!body.success) return refuse(reply, HttpStatus.badRequest, { error: 'badRequest' })
        return answerBet(reply, bets.setAutoCashOut(session, (request.params as { id: string }).id, body.data.amount))
      }),
    )
    app.post('/api/:call', forOperator)
    app.post('/faults', (request, reply) => {
      setSportsbookFaults(sportsbook.faults, record(parse(String(request.body))))
      return reply.send(sportsbook.faults)
    })
    app.post('/clock', (request, reply) => {
      const { advanceMs } = record(parse(String(request.body)))
      const ms = Number(advanceMs)
      if (!Number.isInteger(ms) || ms < 0 || ms > 86_400_000)
        return refuse(reply, HttpStatus.badRequest, { error: 'badRequest' })
      sportsbook.advance(ms)
      return reply.send({ now: sportsbook.now() })
    })
    app.post('/bets/:id/void', (request, reply) => {
      const isVoided = bets.void((request.params as { id: string }).id, 'voided by hand')
      return isVoided
        ? reply.code(HttpStatus.noContent).send()
        : refuse(reply, HttpStatus.notFound, { error: 'notFound' })
    })
    // The feed must be closed before the server waits for its connections, because its sockets would stay open.
    app.addHook('preClose', async () => sportsbook.close())
    done()
  }
}

function tokenOf(request: FastifyRequest): string | null {
  const [, token] = /^Bearer ([^\s]{1,2048})$/.exec(request.headers.authorization ?? '') ?? []
  return token ?? null
}

const refuse = (reply: FastifyReply, status: number, refusal: Refusal) => reply.code(status).send(refusal)

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

const record = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const compressed = (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })

function sendJson(request: FastifyRequest, reply: FastifyReply, text: string) {
  reply.type('application/json')
  if (!(request.headers['accept-encoding'] ?? '').includes('br')) return reply.send(text)
  const small = brotliCompressSync(Buffer.from(text), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  return reply.headers({ 'content-encoding': 'br', vary: 'accept-encoding' }).send(small)
}

function answerOperator(sportsbook: Sportsbook, call: string, body: unknown): object | null {
  const { bets, book } = sportsbook
  if (call === 'sports') {
    const request = ListSports.safeParse(body)
    if (!request.success) return null
    const words = sportsbook.words(request.data.locale)
    const events = book.list()
    return {
      sports: sports.map((sport) => {
        const phases = events.filter((event) => event.sport === sport).map(({ board }) => board.phase)
        return {
          id: sport,
          name: words(`sport_${sport}`),
          path: `/${sport}`,
          liveEvents: phases.filter((phase) => phase === 'live').length,
          upcomingEvents: phases.filter((phase) => phase === 'upcoming').length,
        }
      }),
    }
  }
  if (call === 'events') {
    const request = FindEvents.safeParse(body)
    if (!request.success) return null
    const words = sportsbook.words(request.data.locale)
    const isLive = ({ board }: WireEvent) => board.phase === 'live'
    return {
      events: book
        .list()
        .filter((event) => matches(event, request.data.search) && (isLive(event) || event.board.phase === 'upcoming'))
        .toSorted((one, two) => Number(isLive(two)) - Number(isLive(one)))
        .slice(0, mostFound)
        .map((event) => ({
          id: event.id,
          name: `${event.home} – ${event.away}`,
          league: event.league.name,
          sport: words(`sport_${event.sport}`),
          path: `/event/${event.id}`,
          startsAt: new Date(event.startsAt).toISOString(),
          isLive: isLive(event),
        })),
    }
  }
  if (call === 'bets') {
    const request = ListBets.safeParse(body)
    if (!request.success) return null
    const { from, to, after } = request.data
    const keyOf = (bet: Bet) => `${new Date(bet.changedAt).toISOString()} ${bet.id}`
    const changed = [...bets.all()]
      .filter((bet) => bet.changedAt >= Date.parse(from) && bet.changedAt < Date.parse(to))
      .filter((bet) => after === null || keyOf(bet) > after)
      .sort((one, two) => keyOf(one).localeCompare(keyOf(two)))
    const page = changed.slice(0, betsPage)
    return {
      bets: page.map(({ id, currency, stake, openStake, payout, state, sequence, changedAt }) => ({
        betId: id,
        currency,
        stake,
        openStake: state === 'held' || state === 'accepted' ? openStake : 0,
        payout,
        status: state,
        sequence,
        changedAt: new Date(changedAt).toISOString(),
      })),
      next: changed.length > page.length ? keyOf(page.at(-1)!) : null,
    }
  }
  if (call === 'cash-out-quotes') {
    const request = QuoteCashOuts.safeParse(body)
    if (!request.success) return null
    return {
      quotes: request.data.betIds.map((betId) => {
        const bet = bets.find(betId)
        return { betId, amount: bet ? (bets.wire(bet).cashOut?.amount ?? null) : null }
      }),
    }
  }
  return null
}
