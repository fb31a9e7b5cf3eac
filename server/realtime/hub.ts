/** Channels, who watches them, and what was published on them lately. */
import { randomUUID } from 'node:crypto'
import { keepsHistory } from './channel.ts'
import type { RealtimeLimits } from './options.ts'
import { Stream } from './stream.ts'
import type { Position } from './wire.ts'

export type Subscriber = { write(frame: Buffer): void }
export type Channel = { name: string; stream: Stream; subscribers: Set<Subscriber>; joins: number }

export class Hub {
  publications = 0
  deliveries = 0
  readonly #limits: RealtimeLimits
  readonly #now: () => number
  readonly #channels = new Map<string, Channel>()
  /** Channels without subscribers whose past may still be asked for, the longest idle first. */
  readonly #idleSince = new Map<Channel, number>()
  readonly #epoch = randomUUID().slice(0, 8)
  #forgotten = 0

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
    channel.subscribers.add(subscriber)
    channel.joins += 1
    return channel
  }

  unsubscribe(channel: Channel, subscriber: Subscriber): void {
    if (!channel.subscribers.delete(subscriber) || channel.subscribers.size > 0) return
    // Kept even where nothing was published yet: the leaver holds a position of this stream.
    this.#idleSince.set(channel, this.#now())
  }

  /** A channel that nobody holds a position of needs no history: the next subscriber reads over REST. */
  publish(name: string, data: object): void {
    this.publications += 1
    const channel = this.#channels.get(name)
    if (!channel) return
    const frame = channel.stream.append(name, JSON.stringify(data), this.#limits)
    this.deliveries += channel.subscribers.size
    for (const subscriber of channel.subscribers) subscriber.write(frame)
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
    }
  }

  #open(name: string): Channel {
    const stream = new Stream(`${this.#epoch}.${this.#forgotten}`, keepsHistory(name))
    const channel: Channel = { name, stream, subscribers: new Set(), joins: 0 }
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
