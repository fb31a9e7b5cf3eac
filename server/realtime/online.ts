/** How many clients are connected, told on `global:online` when it changes, seldom enough to cost nothing. */
import type { Publication } from '#contract/channels.ts'
import type { Hub } from './hub.ts'

export class OnlineCount {
  readonly #hub: Hub
  readonly #everyMs: number
  #told = -1
  #toldJoins = 0
  #toldAt = -Infinity

  constructor(hub: Hub, everyMs: number) {
    this.#hub = hub
    this.#everyMs = everyMs
  }

  publish(count: number, nowMs: number): void {
    const joins = this.#hub.joins('global:online')
    // Told again for those who came since, even where as many left.
    const isNews = count !== this.#told || joins !== this.#toldJoins
    if (joins === 0 || !isNews || nowMs - this.#toldAt < this.#everyMs) return
    this.#told = count
    this.#toldJoins = joins
    this.#toldAt = nowMs
    const publication: Publication<'global:online'> = { event: 'online', payload: { count }, version: nowMs }
    this.#hub.publish('global:online', publication)
  }
}
