/** Channels, their subscribers and their recent publications. */
import { randomUUID } from 'node:crypto'
import { hasHistory } from './channel.ts'
import type { RealtimeLimits } from './options.ts'
import { Stream } from './stream.ts'
import type { Position } from './wire.ts'

export type Subscriber = { write(frame: Buffer): void }

/** Most channels belong to one player and have one subscriber, which needs no set. */
export class Channel {
  readonly name: string
  readonly stream: Stream
  joins = 0
  #only: Subscriber | null = null
  #many: Set<Subscriber> | null = null

  constructor(name: string, stream: Stream) {
    this.name = name
    this.stream = stream
  }

  get size(): number {
    return this.#many?.size ?? (this.#only ? 1 : 0)
  }

  add(subscriber: Subscriber): void {
    this.joins += 1
    if (this.#many) this.#many.add(subscriber)
    else if (!this.#only) this.#only = subscriber
    else this.#many = new Set([this.#only, subscriber])
  }

  remove(subscriber: Subscriber): void {
    if (this.#many) this.#many.delete(subscriber)
    else if (this.#only === subscriber) this.#only = null
  }

  write(frame: Buffer): void {
    if (!this.#many) return this.#only?.write(frame)
    for (const subscriber of this.#many) subscriber.write(frame)
  }
}

export class Hub {
  publications = 0
  deliveries = 0
  readonly #limits: RealtimeLimits
  readonly #now: () => number
  readonly #channels = new Map<string, Channel>()
  /** Channels without subscribers whose history may still be requested, the longest idle first. */
  readonly #idleSince = new Map<Channel, number>()
  readonly #process = randomUUID().slice(0, 8)
  #forgotten = 0
  #epoch = `${this.#process}.0`

  constructor(limits: RealtimeLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  get channelCount(): number {
    return this.#channels.size
  }

  /** Number of subscriptions since the channel was opened; 0 if it is not open. */
  joins(name: string): number {
    return this.#channels.get(name)?.joins ?? 0
  }

  subscribe(name: string, subscriber: Subscriber): Channel {
    const channel = this.#channels.get(name) ?? this.#open(name)
    this.#idleSince.delete(channel)
    channel.add(subscriber)
    return channel
  }

  unsubscribe(channel: Channel, subscriber: Subscriber): void {
    channel.remove(subscriber)
    // Stored even if nothing was published yet: the former subscriber has a position in this stream.
    if (channel.size === 0) this.#idleSince.set(channel, this.#now())
  }

  /** A channel in which nobody has a position needs no history: the next subscriber reads over REST. */
  publish(name: string, data: object): void {
    this.publications += 1
    const channel = this.#channels.get(name)
    if (!channel) return
    const frame = channel.stream.append(name, JSON.stringify(data), this.#limits)
    this.deliveries += channel.size
    channel.write(frame)
  }

  /** Drops the history of channels that have been idle too long. */
  forgetIdle(): void {
    const leftBefore = this.#now() - this.#limits.historyMs
    for (const [channel, since] of this.#idleSince) {
      if (since > leftBefore) return
      this.#idleSince.delete(channel)
      this.#channels.delete(channel.name)
      // Offsets restart, so positions of the dropped stream must never match a new one.
      this.#forgotten += 1
      this.#epoch = `${this.#process}.${this.#forgotten}`
    }
  }

  #open(name: string): Channel {
    const channel = new Channel(name, new Stream(this.#epoch, hasHistory(name)))
    this.#channels.set(name, channel)
    return channel
  }
}

/** The subscribe result as JSON: either complete recovery, or none and the client refetches over REST. */
export function subscribeReply(id: number, stream: Stream, from: Position | null): string {
  if (!stream.isRecoverable) return `{"id":${id},"subscribe":${from ? '{"was_recovering":true}' : '{}'}}`
  const missed = from && stream.since(from)
  const offset = missed ? from.offset : stream.top
  let result = `"recoverable":true,"positioned":true,"epoch":"${stream.epoch}","offset":${offset}`
  if (from) result += `,"was_recovering":true,"recovered":${missed !== null}`
  if (missed && missed.length > 0) result += `,"publications":[${missed.join(',')}]`
  return `{"id":${id},"subscribe":{${result}}}`
}
