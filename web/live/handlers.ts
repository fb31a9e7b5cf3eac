/** A registry of realtime handlers by channel and event, and of handlers for missed events. */
import type { ChannelEvents, ChannelName } from '#contract/channels.ts'

export type Handler<C extends ChannelName, E extends keyof ChannelEvents[C]> = (payload: ChannelEvents[C][E]) => void
type AnyHandler = (payload: never) => void

export class Handlers {
  readonly #handlers = new Map<ChannelName, Map<string, Set<AnyHandler>>>()
  readonly #gapHandlers = new Map<ChannelName, Set<() => void>>()
  readonly #changed: () => void
  readonly #failed: (error: unknown) => void

  /** `changed` is called when the list of channels may have changed. */
  constructor(changed: () => void, failed: (error: unknown) => void) {
    this.#changed = changed
    this.#failed = failed
  }

  channels(): ChannelName[] {
    return [...new Set([...this.#handlers.keys(), ...this.#gapHandlers.keys()])]
  }

  add(channel: ChannelName, event: string, handler: AnyHandler): () => void {
    const events = getOrCreate(this.#handlers, channel, () => new Map<string, Set<AnyHandler>>())
    const handlers = getOrCreate(events, event, () => new Set())
    handlers.add(handler)
    this.#changed()
    return () => {
      handlers.delete(handler)
      if (handlers.size === 0 && events.get(event) === handlers) events.delete(event)
      if (events.size === 0 && this.#handlers.get(channel) === events) this.#handlers.delete(channel)
      this.#changed()
    }
  }

  addForGaps(channel: ChannelName, handler: () => void): () => void {
    const handlers = getOrCreate(this.#gapHandlers, channel, () => new Set<() => void>())
    handlers.add(handler)
    this.#changed()
    return () => {
      handlers.delete(handler)
      if (handlers.size === 0 && this.#gapHandlers.get(channel) === handlers) this.#gapHandlers.delete(channel)
      this.#changed()
    }
  }

  /** One handler's error must not stop the others or the connection. */
  dispatch(channel: ChannelName, event: string, payload: unknown): void {
    for (const handler of this.#handlers.get(channel)?.get(event) ?? []) this.#guard(() => handler(payload as never))
  }

  /** Calls the gap handlers of `channels`. A handler that is registered for several of them runs once. */
  notifyGaps(channels: ReadonlySet<ChannelName>): void {
    const due = new Set([...channels].flatMap((channel) => [...(this.#gapHandlers.get(channel) ?? [])]))
    for (const handler of due) this.#guard(handler)
  }

  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#failed(error)
    }
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const created = create()
  map.set(key, created)
  return created
}
