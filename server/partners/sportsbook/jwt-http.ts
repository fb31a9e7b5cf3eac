/** A sportsbook whose calls, in both directions, are JSON Web Tokens signed with ES256 (contract/sportsbook-jwt.ts). */
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import * as wire from '#contract/sportsbook-jwt.ts'
import type { BetsReply } from '#contract/sportsbook-protocol.ts'
import type { Clock } from '../../deps.ts'
import { readJwt, signJwt } from './es256.ts'
import type { Sportsbook } from './port.ts'

export type JwtSportsbookOptions = {
  slug: string
  /** Address below which the script and the calls are: `<host>/renderer.js`, `<host>/api/<call>`. */
  host: string
  clientId: string
  integrity: string | null
  /** This site's private key, and the sportsbook's public ones: several while one is being replaced. */
  ownKey: KeyObject
  theirKeys: KeyObject[]
  clock: Clock
  timeoutMs?: number
}

const tokenMinutes = 15
/** The maximum age of a call or an answer. */
const maxAgeSeconds = 60
const pageMs = 1500
const listMs = 10_000

const ClientClaims = z.object({
  iss: z.string(),
  sub: z.uuid(),
  sid: z.uuid(),
  currency: z.string(),
  exp: z.int(),
})

export function createJwtSportsbook(options: JwtSportsbookOptions): Sportsbook {
  const { slug, clientId, ownKey, theirKeys, clock } = options
  const host = options.host.replace(/\/$/, '')

  function read(body: string, now: Date): unknown {
    const signed = wire.SignedBody.safeParse(parse(body))
    const claims = signed.success ? wire.Claims.safeParse(readJwt(signed.data.payload, theirKeys)) : null
    if (!claims?.success) return null
    const { iat, exp, payload } = claims.data
    const seconds = now.getTime() / 1000
    const isTimely = Math.abs(seconds - iat) <= maxAgeSeconds && exp > seconds && exp - iat <= 2 * maxAgeSeconds
    return isTimely ? payload : null
  }

  async function ask<S extends z.ZodType>(
    call: string,
    content: object,
    shape: S,
    timeoutMs: number,
  ): Promise<Result<z.output<S>, 'unavailable'>> {
    const iat = Math.floor(clock.now().getTime() / 1000)
    const claims = { iss: clientId, iat, exp: iat + maxAgeSeconds, payload: content }
    try {
      const answer = await fetch(`${host}/api/${call}`, {
        method: 'POST',
        redirect: 'error',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ payload: signJwt(claims, ownKey) }),
        signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
      })
      const text = await answer.text()
      if (answer.status !== HttpStatus.ok) return refuse('unavailable')
      const parsed = shape.safeParse(read(text, clock.now()))
      return parsed.success ? ok(parsed.data) : refuse('unavailable')
    } catch {
      return refuse('unavailable')
    }
  }

  return {
    slug,
    client: {
      script: `${host}/renderer.js`,
      integrity: options.integrity,
      host: new URL(host).origin,
      clientId,
      renderer: 'initialize',
    },
    issueToken({ playerId, sessionId, currency }, now) {
      const iat = Math.floor(now.getTime() / 1000)
      const exp = iat + tokenMinutes * 60
      const claims = { iss: clientId, sub: playerId, sid: sessionId, currency, iat, nbf: iat, exp }
      return { token: signJwt(claims, ownKey), expiresAt: new Date(exp * 1000) }
    },
    readToken(token, now) {
      const claims = ClientClaims.safeParse(readJwt(token, [ownKey]))
      if (!claims.success || claims.data.iss !== clientId) return null
      const { sub: playerId, sid: sessionId, currency, exp } = claims.data
      const expiresAt = new Date(exp * 1000)
      return expiresAt > now ? { playerId, sessionId, currency, expiresAt } : null
    },
    isGenuine: ({ rawBody, now }) => read(rawBody.toString(), now) !== null,
    readCall: (body, now) => read(JSON.stringify(body), now),
    async listSports(locale) {
      const answer = await ask('sports', { lang: locale }, wire.SportsAnswer, pageMs)
      if (!answer.ok) return answer
      return ok({
        sports: answer.value.sports.map(({ id, name, slug: path, live, upcoming }) => ({
          id,
          name,
          path: `/${path}`,
          liveEvents: live,
          upcomingEvents: upcoming,
        })),
      })
    },
    async listBets({ from, to, after }) {
      const period = { from: from.getTime() / 1000, to: to.getTime() / 1000, after }
      const answer = await ask('bets', period, wire.BetsAnswer, listMs)
      return answer.ok ? ok({ bets: answer.value.bets.map(betOf), next: answer.value.next }) : answer
    },
    async quoteCashOuts(betIds) {
      const answer = await ask('cash-out', { transaction_ids: betIds }, wire.CashOutAnswer, pageMs)
      if (!answer.ok) return answer
      return ok({ quotes: answer.value.quotes.map(({ transaction_id: betId, amount }) => ({ betId, amount })) })
    },
  }
}

const statusOf = {
  pending: 'held',
  accepted: 'accepted',
  discarded: 'declined',
  settled: 'settled',
  cashed_out: 'cashedOut',
  refunded: 'voided',
} as const

function betOf(bet: wire.BetsAnswer['bets'][number]): BetsReply['bets'][number] {
  return {
    betId: bet.transaction_id,
    currency: bet.currency,
    stake: bet.amount,
    openStake: bet.open_amount,
    payout: bet.paid,
    status: statusOf[bet.status],
    sequence: bet.decisions,
    changedAt: new Date(bet.updated * 1000).toISOString(),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
