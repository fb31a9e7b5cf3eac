/** Sports on a real database: bets are placed and decided by signed calls, as a sportsbook makes them. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSignedSportsbook, sportsbookKeys } from '#server/partners/sportsbook/signed-http.ts'
import type { Sportsbook } from '#server/partners/sportsbook/port.ts'
import { signedHeaders } from '#server/partners/sportsbook/signature.ts'
import { routes as gameRoutes } from '#server/play/games/routes.ts'
import { routes as sportsRoutes } from '#server/sports/module.ts'
import { issueAccessToken } from '#server/identity/sessions/access-token.ts'
import { routes as walletRoutes } from '#server/wallet/module.ts'
import { type TestAnswer, type TestApp, testApp, type TestAppOptions } from './app.ts'
import { createFundedPlayer, type FundedPlayer } from './funded-player.ts'

export const sportsbookSecret = 'the secret shared with the sportsbook'
const keys = sportsbookKeys(sportsbookSecret)

export type Bettor = FundedPlayer
export type SportsSite = {
  app: TestApp
  deps: TestApp['deps']
  player(funds?: Record<string, bigint>): Promise<Bettor>
  cash(player: Bettor, currency?: string): Promise<number>
  /** Starts the client for a player; resolves to its token. */
  start(player: Bettor, currency?: string): Promise<string>
  /** Does the same after the player's access token has expired. */
  renew(player: Bettor): Promise<string>
  /** Sends a call of the sportsbook; signed correctly unless `headers` replaces the signature. */
  call(name: string, body: object, options?: { headers?: Record<string, string>; slug?: string }): Promise<TestAnswer>
  /** Places a single at odds of 3.00, and accepts it; resolves to its id. */
  bet(token: string, stake?: number): Promise<string>
  bets(player: Bettor, isSettled?: boolean): Promise<TestAnswer['body']>
  close(): Promise<void>
}

/** A sportsbook that is only called back, unless `host` is where one listens. */
export const signedSportsbook = (clock: { now(): Date }, host = 'http://127.0.0.1:9/sportsbook'): Sportsbook =>
  createSignedSportsbook({
    slug: 'sportsbook',
    host,
    clientId: 'client-1',
    integrity: null,
    secrets: [sportsbookSecret],
    clock,
  })

/** A call of the sportsbook, as it sends it. */
export function signedCall(clock: { now(): Date }, name: string, content: object, slug = 'sportsbook') {
  const payload = JSON.stringify({ call: name, ...content })
  return {
    url: `/api/partners/sportsbook/${slug}/${name}`,
    payload,
    headers: { 'content-type': 'application/json', ...signedHeaders(keys.toSite, payload, clock.now()) },
  }
}

export async function sportsSite(
  options: Pick<TestAppOptions, 'db' | 'env' | 'now'> & {
    host?: () => string
    sportsbook?: (deps: TestApp['deps']) => Sportsbook
  } = {},
): Promise<SportsSite> {
  const { db, now } = options
  const app = await testApp({
    ...(db && { db }),
    ...(now && { now }),
    routes: [...walletRoutes, ...gameRoutes, ...sportsRoutes],
    env: { ACCESS_TOKEN_SECONDS: '3600', ...options.env },
    deps: (deps) => ({
      partners: {
        ...deps.partners,
        sportsbook: options.sportsbook?.(deps) ?? signedSportsbook(deps.clock, options.host?.()),
      },
    }),
  })
  const { deps } = app
  const call: SportsSite['call'] = (name, content, { headers, slug } = {}) => {
    const signed = signedCall(deps.clock, name, content, slug)
    return app.send({ method: 'POST', ...signed, headers: { ...signed.headers, ...headers } })
  }
  return {
    app,
    deps,
    call,
    player: (funds = { EUR: 100_00n }) => createFundedPlayer(app, funds),
    async cash({ id }, currency = 'EUR') {
      return Number(await deps.ledger.balance(`player:${id}:cash:${currency}`))
    },
    async start({ token }, currency) {
      const answer = await app.send({
        method: 'POST',
        url: '/api/game/sportsbook/start',
        token,
        payload: currency ? { currency } : {},
      })
      if (answer.status !== 200) throw new Error(`start answered ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body.token
    },
    async renew({ id: playerId, sessionId }) {
      const issuedAt = deps.clock.now()
      await app.db.asOwner('UPDATE identity.sessions SET last_used_at = $2 WHERE id = $1', [sessionId, issuedAt])
      const token = await issueAccessToken(deps, { playerId, sessionId, generation: 1, issuedAt })
      const answer = await app.send({ method: 'POST', url: '/api/game/sportsbook/start', token, payload: {} })
      if (answer.status !== 200) throw new Error(`start answered ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body.token
    },
    async bet(token, stake = 1000) {
      const placed = placeOf(token, { stake })
      for (const [name, body] of [
        ['place', placed],
        ['accept', acceptOf(placed)],
      ] as const) {
        const answer = await call(name, body)
        if (answer.status !== 200) throw new Error(`${name} answered ${JSON.stringify(answer.body)}`)
      }
      return placed.betId
    },
    async bets({ token }, isSettled = true) {
      const { body } = await app.send({ method: 'GET', url: `/api/game/bets?isSettled=${isSettled}`, token })
      return body
    },
    close: () => app.close(),
  }
}

const selection = (id: string, odds: string) => ({
  id,
  eventId: `event-${id}`,
  marketId: `market-${id}`,
  marketVersion: 3,
  outcomeId: 'home',
  odds,
  isLive: false,
  startsAt: '2026-11-22T18:00:00Z',
  names: {
    sport: 'Football',
    league: 'Northern League',
    event: 'Alder – Birch',
    market: 'Match result',
    outcome: 'Alder',
  },
})

/** Returns a single at odds of 3.00, or with several odds an accumulator. */
export function placeOf(
  token: string,
  { stake = 1000, odds = ['3.00'], ...rest }: { stake?: number; odds?: string[]; [name: string]: unknown } = {},
) {
  const product = odds.reduce((all, each) => all * Number(each), 1)
  return {
    requestId: randomUUID(),
    betId: randomUUID(),
    token,
    currency: 'EUR',
    kind: odds.length === 1 ? 'single' : 'accumulator',
    selections: odds.map((each, index) => selection(`s${index}`, each)),
    stake,
    maximumPayout: Math.floor(stake * product),
    oddsPolicy: 'never',
    placedAt: '2026-11-21T12:00:00Z',
    ...rest,
  }
}

type Placed = ReturnType<typeof placeOf>
export const acceptOf = ({ betId, selections, maximumPayout }: Placed, odds?: string[]) => ({
  requestId: randomUUID(),
  betId,
  selections: selections.map(({ id, marketVersion, odds: placed }, index) => ({
    id,
    marketVersion,
    odds: odds?.[index] ?? placed,
  })),
  maximumPayout,
})

/** Changes an accepted bet into the given one, at this price; `sequence` is that of the decision about it. */
export const editOf = (replaced: string, payout: number, placed: Placed, sequence = 1) => ({
  ...placed,
  replaces: { betId: replaced, sequence, payout },
})

const decision = (betId: string, sequence: number, payout: number) => ({
  requestId: randomUUID(),
  betId,
  sequence,
  payout,
})
export const settleOf = (betId: string, sequence: number, payout: number, result = payout > 0 ? 'won' : 'lost') => ({
  ...decision(betId, sequence, payout),
  selections: [{ id: 's0', result }],
  settledAt: '2026-11-21T14:00:00Z',
})
export const unsettleOf = (betId: string, sequence: number, openStake = 1000, payout = 0) => ({
  ...decision(betId, sequence, payout),
  openStake,
  reason: 'result under review',
})
export const cashOutOf = (betId: string, sequence: number, payout: number, openStake = 0) => ({
  ...decision(betId, sequence, payout),
  openStake,
})
export const voidOf = (betId: string, sequence: number, payout = 1000) => ({
  ...decision(betId, sequence, payout),
  reason: 'match abandoned',
  actor: 'trader-7',
})

export type AnsweringSportsbook = { host: string; close(): void }

/** A sportsbook's server, which answers the site's calls as a test defines, or loses a response. */
export async function answeringSportsbook(
  answer: (call: Record<string, unknown>) => object | 'lost',
  now: () => Date,
): Promise<AnsweringSportsbook> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const reply = answer(JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>)
      if (reply === 'lost') return void request.socket.destroy()
      const text = JSON.stringify(reply)
      response.writeHead(200, { 'content-type': 'application/json', ...signedHeaders(keys.toSportsbook, text, now()) })
      response.end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sportsbook`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
