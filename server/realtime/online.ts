/** Publishes the number of connected clients on `global:online` when it changes, at a limited rate. */
import type { Publication } from '#contract/channels.ts'
import type { Hub } from './hub.ts'

export class OnlineCount {
  readonly #hub: Hub
  readonly #everyMs: number
  #published = -1
  #publishedJoins = 0
  #publishedAt = -Infinity

  constructor(hub: Hub, everyMs: number) {
    this.#hub = hub
    this.#everyMs = everyMs
  }

  publish(count: number, nowMs: number): void {
    const joins = this.#hub.joins('global:online')
    // Published again for new subscribers, even if the count is unchanged.
    const hasChanged = count !== this.#published || joins !== this.#publishedJoins
    if (joins === 0 || !hasChanged || nowMs - this.#publishedAt < this.#everyMs) return
    this.#published = count
    this.#publishedJoins = joins
    this.#publishedAt = nowMs
    const publication: Publication<'global:online'> = { event: 'online', payload: { count }, version: nowMs }
    this.#hub.publish('global:online', publication)
  }
}
