/**
 * The page's realtime connection, which is replaced when the visitor signs in or out. Features register handlers in
 * their `live.ts`; only channels with handlers are subscribed.
 */
import type { Centrifuge, Options, Subscription } from 'centrifuge'
import { channelName, playerChannel, publicChannels, type ChannelEvents, type ChannelName } from '#contract/channels.ts'
import { Handlers, type Handler } from './handlers.ts'
import { SeenVersions } from './newest.ts'

type Client = new (url: string, options: Partial<Options>) => Centrifuge

type LiveSession = {
  /** The current access token; null for a guest. */
  token(): string | null
  /** A token that is valid for some time; null if the session has ended. */
  freshToken(): Promise<string | null>
  onChange(listener: () => void): () => void
}

export type LiveOptions = {
  url: string
  session: LiveSession
  /** Loads the client library, about 23 kB, after hydration. */
  loadClient: () => Promise<Client>
  clientOptions?: Partial<Options>
  /** Asks the server whether the session is still open, after the connection has ended. */
  checkSession: (code: number) => Promise<boolean>
  /** The minimum delay before the first reconnect. It doubles up to a minute, and is randomly up to twice as long. */
  reconnectAfterMs?: number
  /**
   * After a lost connection, a page reads missed data after a random time up to this one, because a restart of the
   * server disconnects all pages at once.
   */
  spreadMs?: number
  onError: (error: unknown) => void
}

const longestPauseMs = 60_000
/** After this time without a disconnection the delays start again with the shortest. */
const quietMs = 600_000

/**
 * Recognises codes after which a client must not reconnect (specification, section 8). The next sign-in or sign-out
 * opens a new connection.
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
  /** Called with `true` when connected, and with `false` when the connection is lost or being opened. */
  onState(listener: (isConnected: boolean) => void): void
  /** Rejects if the client cannot be loaded, and can be called again then. */
  start(settings?: Partial<Options>): Promise<void>
  stop(): void
}

export function createLive(options: LiveOptions): Live {
  const handlers = new Handlers(() => connection?.watch(handlers.channels()), options.onError)
  const stateListeners: Array<(isConnected: boolean) => void> = []
  const notifyState = (isConnected: boolean) => {
    for (const listener of stateListeners) listener(isConnected)
  }
  let connection: Connection | null = null
  let ClientClass: Client | null = null
  let stopListening: (() => void) | null = null
  let refusals = 0
  let lastEndAt = 0
  let lastCode = 0
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined

  /** Opens a new connection if the player has changed, because the protocol binds a connection to its token. */
  function connect(): void {
    const playerId = playerOf(options.session.token())
    if (!ClientClass) return
    if (connection?.playerId === playerId && connection.end !== 'retry') {
      return connection.end === 'final' ? undefined : connection.renew(options.session.token())
    }
    if (connection?.playerId !== playerId) refusals = 0
    cancelReconnect()
    connection?.close()
    connection = new Connection(ClientClass, options, playerId, handlers, ended, notifyState)
    connection.watch(handlers.channels())
  }

  /**
   * Checks the session after a delay, because on sign-out the connection ends shortly before the page knows. The delay
   * is random, because a server may end the connections of all pages at once. A further end does not postpone the
   * check.
   */
  function ended(code: number): void {
    lastCode = code
    if (reconnectTimer !== undefined) return
    if (Date.now() - lastEndAt > quietMs) refusals = 0
    lastEndAt = Date.now()
    const pauseMs = Math.min(longestPauseMs, (options.reconnectAfterMs ?? 1_000) * 2 ** refusals) * (1 + Math.random())
    refusals += 1
    reconnectTimer = setTimeout(() => {
      reconnectTimer = undefined
      void reconnectIfAllowed(lastCode)
    }, pauseMs)
  }

  function cancelReconnect(): void {
    clearTimeout(reconnectTimer)
    reconnectTimer = undefined
  }

  async function reconnectIfAllowed(code: number): Promise<void> {
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
      try {
        ClientClass = await options.loadClient()
      } catch (error) {
        this.stop()
        throw error
      }
      connect()
    },
    stop() {
      cancelReconnect()
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
  /**
   * How the connection ended: after `retry` the same visitor may reconnect, after `final` not. Null while it is open.
   */
  end: 'retry' | 'final' | null = null
  readonly #client: Centrifuge
  readonly #handlers: Handlers
  readonly #seen = new SeenVersions()
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #spreadMs: number
  /** Channels with missed publications whose data has not been read again yet. */
  #gaps = new Set<ChannelName>()
  #reading: ReturnType<typeof setTimeout> | undefined

  constructor(
    Client: Client,
    options: LiveOptions,
    playerId: string | null,
    handlers: Handlers,
    ended: (code: number) => void,
    notifyState: (isConnected: boolean) => void,
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
    this.#client.on('connected', () => notifyState(true))
    this.#client.on('disconnected', ({ code }) => closed(code))
    this.#client.on('connecting', ({ code }) => {
      // The library reconnects even after a final code, if it came without a reason.
      if (isFinal(code)) return closed(code)
      notifyState(false)
    })
    this.#client.connect()
  }

  /** Subscribes to the permitted channels of `names`, and unsubscribes from all others. */
  watch(names: ChannelName[]): void {
    const channels = new Set(names.map((name) => this.#fullName(name)).filter((channel) => channel !== null))
    for (const [channel, subscription] of this.#subscriptions) {
      if (channels.has(channel)) continue
      this.#subscriptions.delete(channel)
      subscription.removeAllListeners()
      subscription.unsubscribe()
      this.#client.removeSubscription(subscription)
    }
    for (const channel of channels) if (!this.#subscriptions.has(channel)) this.#subscribe(channel)
  }

  /** Sets the token that the next reconnect uses. */
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

  /** Collects the gaps of all channels before reading, so that a handler of several channels runs once. */
  #missed(name: ChannelName, isReconnected: boolean): void {
    this.#gaps.add(name)
    if (this.#gaps.size > 1) return
    const read = () => {
      const gaps = this.#gaps
      this.#gaps = new Set()
      this.#handlers.notifyGaps(gaps)
    }
    this.#reading = setTimeout(read, isReconnected ? Math.random() * this.#spreadMs : 0)
  }
}

type PublicName = (typeof publicChannels)[number]
function isPublic(name: ChannelName): name is PublicName {
  return (publicChannels as readonly string[]).includes(name)
}

/** Returns the session's token, or null, which closes the connection, if the session is another player's or ended. */
async function tokenFor(playerId: string, session: LiveSession): Promise<string> {
  const token = await session.freshToken()
  return playerOf(token) === playerId ? token! : (null as unknown as string)
}

/** Returns the `sub` of a token without verification, which is the server's task. */
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
