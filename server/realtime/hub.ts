/** Channels, who watches them, and what was published on them lately. */
import { randomUUID } from 'node:crypto'
import { keepsHistory } from './channel.ts'
import type { RealtimeLimits } from './options.ts'
import { Stream } from './stream.ts'
import type { Position } from './wire.ts'

export type Subscriber = { write(frame: Buffer): void }

/** Most channels are one player's and have one subscriber, who then needs no set. */
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
  /** Channels without subscribers whose past may still be asked for, the longest idle first. */
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

  /** Subscriptions ever made on the channel as it stands; 0 where nobody watches it. */
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
    // Kept even where nothing was published yet: the leaver holds a position of this stream.
    if (channel.size === 0) this.#idleSince.set(channel, this.#now())
  }

  /** A channel that nobody holds a position of needs no history: the next subscriber reads over REST. */
  publish(name: string, data: object): void {
    this.publications += 1
    const channel = this.#channels.get(name)
    if (!channel) return
    const frame = channel.stream.append(name, JSON.stringify(data), this.#limits)
    this.deliveries += channel.size
    channel.write(frame)
  }

  /** Drops the past of channels that were left too long ago. */
  forgetIdle(): void {
    const leftBefore = this.#now() - this.#limits.historyMs
    for (const [channel, since] of this.#idleSince) {
      if (since > leftBefore) return
      this.#idleSince.delete(channel)
      this.#channels.delete(channel.name)
      // Offsets start again, so positions of the forgotten stream must never match a new one.
      this.#forgotten += 1
      this.#epoch = `${this.#process}.${this.#forgotten}`
    }
  }

  #open(name: string): Channel {
    const channel = new Channel(name, new Stream(this.#epoch, keepsHistory(name)))
    this.#channels.set(name, channel)
    return channel
  }
}

/** The subscribe result, JSON text: whole recovery, or none and the client refetches over REST. */
export function subscribeReply(id: number, stream: Stream, from: Position | null): string {
  if (!stream.isRecoverable) return `{"id":${id},"subscribe":${from ? '{"was_recovering":true}' : '{}'}}`
  const missed = from && stream.since(from)
  const offset = missed ? from.offset : stream.top
  let result = `"recoverable":true,"positioned":true,"epoch":"${stream.epoch}","offset":${offset}`
  if (from) result += `,"was_recovering":true,"recovered":${missed !== null}`
  if (missed && missed.length > 0) result += `,"publications":[${missed.join(',')}]`
  return `{"id":${id},"subscribe":{${result}}}`
}
