/** The port of the sportsbook: its client for the page, tokens for players, signed calls in both directions. */
import type { Result } from '#contract/endpoint.ts'
import type { BetsReply, CashOutQuotes, EventsReply, SportsReply } from '#contract/sportsbook-protocol.ts'

export type ClientToken = { playerId: string; sessionId: string; currency: string }
export type IssuedToken = { token: string; expiresAt: Date }
export type SportsbookCallHead = { rawBody: Buffer; header(name: string): string | undefined; now: Date }
export type BetsQuery = { from: Date; to: Date; after: string | null }

export type Sportsbook = {
  /** Identifies the sportsbook in the path of its calls, in ledger actors and with each bet. */
  slug: string
  /** The script that the page loads. */
  client: {
    script: string
    integrity: string | null
    host: string
    clientId: string
    /** How the page starts the script: by `SportsbookClient.mount`, or as a renderer by `initialize`. */
    renderer: 'mount' | 'initialize'
  }
  issueToken(token: ClientToken, now: Date): IssuedToken
  /** Null for a token that was not issued here, was altered, or has expired. */
  readToken(token: string, now: Date): (ClientToken & { expiresAt: Date }) | null
  /** Verifies signature and age of a call over its raw bytes, in constant time. */
  isGenuine(call: SportsbookCallHead): boolean
  /** For a sportsbook whose calls are signed tokens: the content of a body, or null if it is not genuine. */
  readCall?(body: { payload: string }, now: Date): unknown
  listSports(locale: string): Promise<Result<SportsReply, 'unavailable'>>
  /** Absent for a protocol without a search. */
  findEvents?(locale: string, search: string): Promise<Result<EventsReply, 'unavailable'>>
  /** Bets whose last change is in the period. */
  listBets(query: BetsQuery): Promise<Result<BetsReply, 'unavailable'>>
  quoteCashOuts(betIds: string[]): Promise<Result<CashOutQuotes, 'unavailable'>>
}
