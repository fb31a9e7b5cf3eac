/** Channels, their subscribers and their recent publications. */
import { randomUUID } from 'node:crypto'
import { playerChannels } from '#contract/channels.ts'
import { hasHistory } from './channel.ts'
import type { RealtimeLimits } from './options.ts'
import { Stream } from './stream.ts'
import type { Position } from './wire.ts'

export type Subscriber = { write(frame: Buffer): void }

/** Most channels belong to one player and have one subscriber, which needs no set. */
export class Channel extends Stream {
  /** The name up to `#`. */
  readonly title: string
  /** The ids of players after the `#`; empty in a channel for everybody. */
  readonly owner: string
  joins = 0
  #subscribers: Subscriber | Set<Subscriber> | null = null

  constructor(title: string, owner: string, epoch: string) {
    super(epoch, hasHistory(title))
    this.title = title
    this.owner = owner
  }

  get size(): number {
    return this.#subscribers instanceof Set ? this.#subscribers.size : this.#subscribers ? 1 : 0
  }

  add(subscriber: Subscriber): void {
    this.joins += 1
    if (this.#subscribers instanceof Set) this.#subscribers.add(subscriber)
    else this.#subscribers = this.#subscribers ? new Set([this.#subscribers, subscriber]) : subscriber
  }

  remove(subscriber: Subscriber): void {
    if (this.#subscribers instanceof Set) this.#subscribers.delete(subscriber)
    else if (this.#subscribers === subscriber) this.#subscribers = null
  }

  write(frame: Buffer): void {
    if (!(this.#subscribers instanceof Set)) return this.#subscribers?.write(frame)
    for (const subscriber of this.#subscribers) subscriber.write(frame)
  }
}

/** The same strings for every player's channels: a slice of a name would keep the whole name in memory. */
const titles = new Map<string, string>(playerChannels.map((title) => [title, title]))

export class Hub {
  publications = 0
  deliveries = 0
  readonly #limits: RealtimeLimits
  readonly #now: () => number
  /** By owner: a player's ten channels are found by one id instead of ten long names. */
  readonly #channels = new Map<string, Channel[]>()
  /** Channels without subscribers whose history may still be requested, the longest idle first. */
  readonly #idleSince = new Map<Channel, number>()
  readonly #process = randomUUID().slice(0, 8)
  #count = 0
  #forgotten = 0
  #epoch = `${this.#process}.0`

  constructor(limits: RealtimeLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  get channelCount(): number {
    return this.#count
  }

  /** Number of subscriptions since the channel was opened; 0 if it is not open. */
  joins(name: string): number {
    return this.find(name)?.joins ?? 0
  }

  /** Undefined if nobody has a position in it. */
  find(name: string): Channel | undefined {
    const { title, owner } = parsed(name)
    return this.#channels.get(owner)?.find((channel) => channel.title === title)
  }

  subscribe(name: string, subscriber: Subscriber): Channel {
    const channel = this.find(name) ?? this.#open(name)
    this.#idleSince.delete(channel)
    channel.add(subscriber)
    return channel
  }

  unsubscribe(channel: Channel, subscriber: Subscriber): void {
    channel.remove(subscriber)
    // The channel is kept even if nothing was published yet, because the former subscriber has a position in its
    // stream.
    if (channel.size === 0) this.#idleSince.set(channel, this.#now())
  }

  /** A channel in which nobody has a position needs no history: the next subscriber reads over REST. */
  publish(name: string, data: object): void {
    this.publications += 1
    const channel = this.find(name)
    if (!channel) return
    const frame = channel.append(name, JSON.stringify(data), this.#limits)
    this.deliveries += channel.size
    channel.write(frame)
  }

  /** Drops the history of channels that have been idle too long. */
  forgetIdle(): void {
    const leftBefore = this.#now() - this.#limits.historyMs
    for (const [channel, since] of this.#idleSince) {
      if (since > leftBefore) return
      this.#idleSince.delete(channel)
      this.#close(channel)
      // Offsets restart, so positions of the dropped stream must never match a new one.
      this.#forgotten += 1
      this.#epoch = `${this.#process}.${this.#forgotten}`
    }
  }

  #open(name: string): Channel {
    const { title, owner } = parsed(name)
    const siblings = this.#channels.get(owner)
    const channel = new Channel(titles.get(title) ?? title, siblings?.[0]?.owner ?? owner, this.#epoch)
    if (siblings) siblings.push(channel)
    else this.#channels.set(owner, [channel])
    this.#count += 1
    return channel
  }

  #close(channel: Channel): void {
    const siblings = this.#channels.get(channel.owner)!
    siblings.splice(siblings.indexOf(channel), 1)
    if (siblings.length === 0) this.#channels.delete(channel.owner)
    this.#count -= 1
  }
}

function parsed(name: string): { title: string; owner: string } {
  const hash = name.indexOf('#')
  return hash === -1 ? { title: name, owner: '' } : { title: name.slice(0, hash), owner: name.slice(hash + 1) }
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
