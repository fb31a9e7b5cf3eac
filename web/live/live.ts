/**
 * The page's realtime connection, as guest or player: replaced when the visitor signs in or out.
 * Features register handlers in their `live.ts`; only those channels are subscribed.
 */
import type { Centrifuge, Options, Subscription } from 'centrifuge'
import {
  channelName,
  playerChannel,
  publicChannels,
  sessionCheck,
  type ChannelEvents,
  type ChannelName,
} from '#contract/channels.ts'
import { Handlers, type Handler } from './handlers.ts'
import { SeenVersions } from './newest.ts'

type Client = new (url: string, options: Partial<Options>) => Centrifuge

type LiveSession = {
  /** The current access token; null for a guest. */
  token(): string | null
  /** A token that remains valid for a while; null once the session has ended. */
  freshToken(): Promise<string | null>
  onChange(listener: () => void): () => void
}

export type LiveOptions = {
  url: string
  session: LiveSession
  /** Loads the client's code, about 23 kB, once, after hydration. */
  loadClient: () => Promise<Client>
  clientOptions?: Partial<Options>
  /**
   * Asks the server, after the connection has ended, whether the session is still open; a closed one is removed by the
   * answer.
   */
  checkSession: (code: number) => Promise<boolean>
  /** The first delay, or up to twice as long; each further one doubles, up to a minute. */
  returnAfterMs?: number
  /**
   * After a lost connection, pages read what they have missed within this time, each at a random moment: a restart of
   * the server disconnects all of them at once.
   */
  spreadMs?: number
  onError: (error: unknown) => void
}

const longestPauseMs = 60_000
/** After so long without a disconnection the pauses begin again with the first. */
const quietMs = 600_000

/**
 * Codes after which a client must not reconnect (specification, section 8); its next sign-in or sign-out opens a new
 * connection.
 */
function isFinal(code: number): boolean {
  return (code >= 3500 && code <= 3999) || (code >= 4500 && code <= 4999)
}

export type Live = {
  on<C extends ChannelName, E extends keyof ChannelEvents[C] & string>(
    channel: C,
    event: E,
    handler: Handler<C, E>,
  ): () => void
  /** Called when publications may have been missed: on the first subscribe and after an unrecovered gap. */
  onUnrecovered(channel: ChannelName, handler: () => void): () => void
  /** Called with `true` when connected, and with `false` when a connection is lost or awaited. */
  onState(listener: (isConnected: boolean) => void): void
  start(settings?: Partial<Options>): Promise<void>
  stop(): void
}

export function createLive(options: LiveOptions): Live {
  const handlers = new Handlers(() => connection?.watch(handlers.channels()), options.onError)
  const stateListeners: Array<(isConnected: boolean) => void> = []
  const tellState = (isConnected: boolean) => {
    for (const listener of stateListeners) listener(isConnected)
  }
  let connection: Connection | null = null
  let ClientClass: Client | null = null
  let stopListening: (() => void) | null = null
  let refusals = 0
  let lastEndAt = 0
  let lastCode = 0
  let returning: ReturnType<typeof setTimeout> | undefined

  /** A change of identity requires a new connection: the protocol binds one to its token. */
  function connect(): void {
    const playerId = playerOf(options.session.token())
    if (!ClientClass) return
    if (connection?.playerId === playerId && connection.end !== 'retry') {
      return connection.end === 'final' ? undefined : connection.renew(options.session.token())
    }
    if (connection?.playerId !== playerId) refusals = 0
    forgetReturn()
    connection?.close()
    connection = new Connection(ClientClass, options, playerId, handlers, ended, tellState)
    connection.watch(handlers.channels())
  }

  /**
   * Checked after a delay: at a sign-out, the connection ends shortly before the page knows. Up to twice as long, as a
   * server may end those of all pages at once. Another end meanwhile does not postpone the check.
   */
  function ended(code: number): void {
    lastCode = code
    if (returning !== undefined) return
    if (Date.now() - lastEndAt > quietMs) refusals = 0
    lastEndAt = Date.now()
    const pauseMs = Math.min(longestPauseMs, (options.returnAfterMs ?? 1_000) * 2 ** refusals) * (1 + Math.random())
    refusals += 1
    returning = setTimeout(() => {
      returning = undefined
      void returnIfAllowed(lastCode)
    }, pauseMs)
  }

  function forgetReturn(): void {
    clearTimeout(returning)
    returning = undefined
  }

  async function returnIfAllowed(code: number): Promise<void> {
    if ((await options.checkSession(code)) && !isFinal(code)) connect()
  }

  return {
    on: (channel, event, handler) => handlers.add(channel, event, handler),
    onUnrecovered: (channel, handler) => handlers.addForGaps(channel, handler),
    onState: (listener) => void stateListeners.push(listener),
    async start(settings) {
      if (stopListening) return
      options.clientOptions = { ...options.clientOptions, ...settings }
      stopListening = options.session.onChange(connect)
      ClientClass = await options.loadClient()
      connect()
    },
    stop() {
      forgetReturn()
      stopListening?.()
      stopListening = null
      ClientClass = null
      connection?.close()
      connection = null
    },
  }
}

class Connection {
  readonly playerId: string | null
  /** How it ended: after `retry` the same visitor can reconnect, after `final` not. Null while it is open. */
  end: 'retry' | 'final' | null = null
  readonly #client: Centrifuge
  readonly #handlers: Handlers
  readonly #seen = new SeenVersions()
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #spreadMs: number
  /** Channels whose publications were missed and are not read yet. */
  #gaps = new Set<ChannelName>()
  #reading: ReturnType<typeof setTimeout> | undefined

  constructor(
    Client: Client,
    options: LiveOptions,
    playerId: string | null,
    handlers: Handlers,
    ended: (code: number) => void,
    tellState: (isConnected: boolean) => void,
  ) {
    this.playerId = playerId
    this.#handlers = handlers
    this.#spreadMs = options.spreadMs ?? 2_000
    const credentials =
      playerId === null
        ? {}
        : { token: options.session.token() ?? '', getToken: () => tokenFor(playerId, options.session) }
    this.#client = new Client(options.url, { ...options.clientOptions, ...credentials })
    const closed = (code: number) => {
      if (this.end) return
      this.end = isFinal(code) ? 'final' : 'retry'
      this.#client.disconnect()
      ended(code)
    }
    this.#client.on('connected', () => tellState(true))
    this.#client.on('disconnected', ({ code }) => closed(code))
    this.#client.on('connecting', ({ code }) => {
      // The library reconnects after a final code that was sent without a reason.
      if (isFinal(code)) return closed(code)
      tellState(false)
      // A cluster ends all connections of a player at once; the page finds out by asking whether its session is
      // closed.
      if (code === sessionCheck.code) ended(code)
    })
    this.#client.connect()
  }

  /** Subscribes to the wanted and permitted channels, and unsubscribes from the rest. */
  watch(names: ChannelName[]): void {
    const wanted = new Set(names.map((name) => this.#fullName(name)).filter((channel) => channel !== null))
    for (const [channel, subscription] of this.#subscriptions) {
      if (wanted.has(channel)) continue
      this.#subscriptions.delete(channel)
      subscription.removeAllListeners()
      subscription.unsubscribe()
      this.#client.removeSubscription(subscription)
    }
    for (const channel of wanted) if (!this.#subscriptions.has(channel)) this.#subscribe(channel)
  }

  /** The next reconnect uses the page's then-current token. */
  renew(token: string | null): void {
    if (token !== null) this.#client.setToken(token)
  }

  close(): void {
    this.end = 'retry'
    clearTimeout(this.#reading)
    this.#client.disconnect()
  }

  #fullName(name: ChannelName): string | null {
    if (isPublic(name)) return name
    return this.playerId === null ? null : playerChannel(name, this.playerId)
  }

  #subscribe(channel: string): void {
    const name = channelName(channel)
    const subscription = this.#client.newSubscription(channel)
    subscription.on('subscribed', ({ recoverable, recovered, wasRecovering }) => {
      if (recoverable && !recovered) this.#missed(name, wasRecovering)
    })
    subscription.on('publication', ({ data }: { data: { event: string; payload: unknown; version: number } }) => {
      if (this.#seen.isNews(channel, data)) this.#handlers.dispatch(name, data.event, data.payload)
    })
    this.#subscriptions.set(channel, subscription)
    subscription.subscribe()
  }

  /** Answers to several subscribes come together, and what their channels share is read once. */
  #missed(name: ChannelName, isReconnected: boolean): void {
    this.#gaps.add(name)
    if (this.#gaps.size > 1) return
    const read = () => {
      const gaps = this.#gaps
      this.#gaps = new Set()
      this.#handlers.tellGaps(gaps)
    }
    this.#reading = setTimeout(read, isReconnected ? Math.random() * this.#spreadMs : 0)
  }
}

type PublicName = (typeof publicChannels)[number]
function isPublic(name: ChannelName): name is PublicName {
  return (publicChannels as readonly string[]).includes(name)
}

/** A response that closes this connection when the token is gone or belongs to someone else. */
async function tokenFor(playerId: string, session: LiveSession): Promise<string> {
  const token = await session.freshToken()
  return playerOf(token) === playerId ? token! : (null as unknown as string)
}

/** The unverified `sub` of a token; the server verifies it. */
export function playerOf(token: string | null): string | null {
  try {
    const [, payload] = (token ?? '').split('.')
    const bytes = Uint8Array.from(atob(payload!.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    const { sub } = JSON.parse(new TextDecoder().decode(bytes)) as { sub?: unknown }
    return typeof sub === 'string' ? sub : null
  } catch {
    return null
  }
}
