/** A sportsbook that speaks this site's own protocol over signed HTTP: the sandbox's, and any that implements it. */
import type { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { parseExactly } from '#contract/exact-number.ts'
import * as HttpStatus from '#contract/statuses.ts'
import * as protocol from '#contract/sportsbook-protocol.ts'
import type { Clock } from '../../deps.ts'
import { deriveKey } from '../../kernel/secret.ts'
import { issueClientToken, readClientToken } from './client-token.ts'
import type { Sportsbook } from './port.ts'
import { isSignedBy, signedHeaders } from './signature.ts'

export type SignedSportsbookOptions = {
  slug: string
  /** Address below which the script and the calls are: `<host>/client.js`, `<host>/api/<call>`. */
  host: string
  clientId: string
  /** The integrity hash of the script; null if it is not checked. */
  integrity: string | null
  /** The first key signs, all of them are accepted: a secret is replaced without downtime. */
  secrets: string[]
  clock: Clock
  timeoutMs?: number
}

/** A page renews the token while its client is open; the token of a closed session is useless in any case. */
const tokenMinutes = 15
/** The first limit is for calls that a page waits for, the second for comparisons in the background. */
const pageMs = 1500
const listMs = 10_000

/** The keys derived from the secret: one per direction, known to both sides, and one that only this site uses. */
export function sportsbookKeys(secret: string) {
  return {
    toSite: deriveKey(secret, 'sportsbook-to-site'),
    toSportsbook: deriveKey(secret, 'site-to-sportsbook'),
    token: deriveKey(secret, 'sportsbook-client-token'),
  }
}

export function createSignedSportsbook(options: SignedSportsbookOptions): Sportsbook {
  const { slug, clock } = options
  const host = options.host.replace(/\/$/, '')
  const keys = options.secrets.map(sportsbookKeys)
  const current = keys[0]!

  async function ask<S extends z.ZodType>(
    call: z.input<
      typeof protocol.ListSports | typeof protocol.FindEvents | typeof protocol.ListBets | typeof protocol.QuoteCashOuts
    >,
    shape: S,
    timeoutMs: number,
  ): Promise<Result<z.output<S>, 'unavailable'>> {
    const body = JSON.stringify(call)
    try {
      const answer = await fetch(`${host}/api/${call.call}`, {
        method: 'POST',
        redirect: 'error',
        headers: { 'content-type': 'application/json', ...signedHeaders(current.toSportsbook, body, clock.now()) },
        body,
        signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
      })
      const rawBody = Buffer.from(await answer.arrayBuffer())
      const header = (name: string) => answer.headers.get(name) ?? undefined
      const isGenuine = isSignedBy(
        keys.map(({ toSportsbook }) => toSportsbook),
        { rawBody, header, now: clock.now() },
      )
      if (answer.status !== HttpStatus.ok || !isGenuine) return refuse('unavailable')
      const read = shape.safeParse(parseExactly(rawBody.toString()))
      return read.success ? ok(read.data) : refuse('unavailable')
    } catch {
      return refuse('unavailable')
    }
  }

  return {
    slug,
    client: {
      script: `${host}/client.js`,
      integrity: options.integrity,
      host: new URL(host).origin,
      clientId: options.clientId,
      renderer: 'mount',
    },
    issueToken(token, now) {
      const expiresAt = new Date(Math.floor(now.getTime() / 1000) * 1000 + tokenMinutes * 60_000)
      return { token: issueClientToken(token, { key: current.token, sportsbook: slug, expiresAt }), expiresAt }
    },
    readToken(token, now) {
      for (const { token: key } of keys) {
        const read = readClientToken(token, { key, sportsbook: slug, now })
        if (read) return read
      }
      return null
    },
    isGenuine: (call) =>
      isSignedBy(
        keys.map(({ toSite }) => toSite),
        call,
      ),
    listSports: (locale) => ask({ call: 'sports', locale }, protocol.SportsReply, pageMs),
    findEvents: (locale, search) => ask({ call: 'events', locale, search }, protocol.EventsReply, pageMs),
    listBets: ({ from, to, after }) =>
      ask({ call: 'bets', from: from.toISOString(), to: to.toISOString(), after }, protocol.BetsReply, listMs),
    quoteCashOuts: (betIds) => ask({ call: 'cash-out-quotes', betIds }, protocol.CashOutQuotes, pageMs),
  }
}
