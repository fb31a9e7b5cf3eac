/** Calls the sportsbook's server: lists and commands over HTTP, changes over a socket that reconnects automatically. */
import type {
  Background,
  BetRequest,
  BuilderPrice,
  Delta,
  EditRequest,
  EventList,
  FeedRequest,
  OddsPolicy,
  PlayerSession,
  Refusal,
  SlipLimits,
  WireBet,
  WireEvent,
} from '../wire.ts'

export class Refused extends Error {
  readonly status: number
  readonly refusal: Refusal

  constructor(status: number, refusal: Refusal) {
    super(refusal.error)
    this.status = status
    this.refusal = refusal
  }
}

type Session = Pick<PlayerSession, 'currency' | 'balance' | 'freeBets' | 'expiresAt'>
type PlaceBody = BetRequest & { locale: string; policy: OddsPolicy }

export type Server = ReturnType<typeof serverAt>

const unauthorized = 401
const noAnswer = 0

export function serverAt(base: string, token: () => string | null) {
  async function call<Reply>(path: string, body?: object): Promise<Reply> {
    const bearer = token()
    const answer = await fetch(`${base}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => null)
    if (!answer) throw new Refused(noAnswer, { error: 'offline' })
    const reply = (await answer.json().catch(() => null)) as Reply | null
    if (!answer.ok || reply === null) throw new Refused(answer.status, (reply as Refusal | null) ?? { error: 'other' })
    return reply
  }

  return {
    words: (locale: string) => call<Record<string, string>>(`/words/${locale}`),
    events: () => call<EventList>('/events'),
    event: (id: string) => call<{ now: number; event: WireEvent }>(`/events/${id}`),
    background: (id: string) => call<Background>(`/events/${id}/background`),
    results: () => call<WireEvent[]>('/results'),
    session: () => call<Session>('/session'),
    bets: () => call<{ bets: WireBet[] }>('/bets'),
    /** `replaces`: the bet that the slip changes. */
    limits: (slip: Pick<BetRequest, 'kind' | 'systemSizes' | 'picks'> & { replaces?: string }) =>
      call<SlipLimits>('/limits', slip),
    builder: (eventId: string, parts: Array<{ market: string; outcome: string }>) =>
      call<BuilderPrice>('/builder', { eventId, parts }),
    place: (bet: PlaceBody) => call<WireBet>('/bets', bet),
    edit: (id: string, edit: EditRequest & { locale: string }) => call<WireBet>(`/bets/${id}/edit`, edit),
    cashOut: (id: string, quoteId: string, part: number) => call<WireBet>(`/bets/${id}/cash-out`, { quoteId, part }),
    autoCashOut: (id: string, amount: number | null) => call<WireBet>(`/bets/${id}/auto-cash-out`, { amount }),
  }
}

export const isTokenEnded = (error: unknown) => error instanceof Refused && error.status === unauthorized

export type FeedSocket = { follow(request: FeedRequest): void; close(): void }

/** `open` is called after each connection, because everything that happened before it must be read again. */
export function openFeed(base: string, on: { deltas(deltas: Delta[]): void; open(): void; lost(): void }): FeedSocket {
  let socket: WebSocket | null = null
  let subscription: FeedRequest = { topics: [] }
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let isClosed = false

  function connect(): void {
    const opened = new WebSocket(`${base.replace(/^http/, 'ws')}/feed`)
    socket = opened
    opened.onopen = () => {
      attempt = 0
      opened.send(JSON.stringify(subscription))
      on.open()
    }
    opened.onmessage = ({ data }) => on.deltas(JSON.parse(data as string) as Delta[])
    opened.onclose = () => {
      if (isClosed) return
      on.lost()
      const delays = [500, 1_000, 2_000, 5_000, 10_000]
      timer = setTimeout(connect, delays[Math.min(attempt++, delays.length - 1)])
    }
  }
  connect()
  return {
    follow(request) {
      subscription = { ...subscription, ...request }
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request))
    },
    close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      socket?.close()
    },
  }
}
