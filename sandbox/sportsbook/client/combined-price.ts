/** The price of several selections of one match, which only the sportsbook can calculate; the slip may have several such matches. */
import { builderCode, builderMarket } from '../builder.ts'
import type { BuilderPrice } from '../wire.ts'
import type { Updates } from './feed-updates.ts'
import { Refused, type Server } from './server.ts'
import { builderPick, byMatch, type SlipPick } from './slip.ts'
import type { State } from './state.ts'

/** During a match, the combined odds also change between the changes that the feed reports of each selection. */
const everyMs = 4_000
const delayMs = 200

/** The matches of which several selections become one. */
const combinedOf = (picks: SlipPick[]) => [...byMatch(picks)].filter(([, group]) => group.length > 1)

export type CombinedPrice = {
  read(): Promise<void>
  /** Reads the price after a short delay, if the selections are to be combined. */
  readSoon(): void
  /** Removes prices of other selections than those on the slip. */
  dropOld(): void
  stop(): void
}
type Parts = Pick<Updates, 'updatePick'> & {
  state: State
  server: Server
  changed(): void
  /** Called once every match of the slip has its price. */
  priced(): void
}

export function createCombinedPrice({ state, server, changed, priced, updatePick }: Parts): CombinedPrice {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | null = null

  async function read(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    if (state.tab !== 'builder' || isStopped) return
    const picks = state.picks
    const groups = combinedOf(picks)
    const isFirst = state.builders.size < groups.length
    const prices = await Promise.all(
      groups.map(([id, group]) =>
        server
          .builder(
            id,
            group.map(({ market, outcome }) => ({ market, outcome })),
          )
          .catch((error: unknown) => error),
      ),
    )
    if (picks !== state.picks || state.tab !== 'builder' || isStopped) return
    state.builderFault = null
    state.keptShare = null
    for (const [index, [id, group]] of groups.entries()) {
      const price = prices[index]
      if (!(price instanceof Refused)) take(group, price as BuilderPrice, group.length === picks.length)
      // Without an answer the price stays unchanged; the page shows that the connection is lost.
      else if (price.status > 0) {
        state.builders.delete(id)
        state.builderFault = price.refusal.error
      }
    }
    changed()
    if (isFirst && state.builders.size === groups.length) priced()
    timer = setTimeout(() => void read(), everyMs)
  }

  function take(group: SlipPick[], price: BuilderPrice, isAlone: boolean): void {
    const { code, version, state: now, odds, keptShare } = price
    const { eventId } = group[0]!
    // The share of several matches follows from the whole slip.
    if (isAlone) state.keptShare = keptShare
    const known = state.builders.get(eventId)
    if (known?.outcome === code)
      updatePick(known, {
        id: builderMarket,
        type: builderMarket,
        line: null,
        version,
        state: now,
        odds: { [code]: odds },
      })
    else {
      const pick = builderPick(group, price)
      if (pick) state.builders.set(eventId, pick)
      else state.builders.delete(eventId)
    }
    if (now !== 'open')
      state.builderFault =
        now === 'suspended' ? 'marketSuspended' : known?.outcome === code ? 'marketClosed' : 'notCombined'
  }

  function readSoon(): void {
    if (timer) clearTimeout(timer)
    timer = state.tab === 'builder' ? setTimeout(() => void read(), delayMs) : null
  }

  function dropOld(): void {
    const groups = state.tab === 'builder' ? byMatch(state.picks) : new Map<string, SlipPick[]>()
    for (const [id, { outcome }] of state.builders) {
      const group = groups.get(id)
      // A single selection has a code of its own, which is that of no combination.
      if (!group || builderCode(group) !== outcome) state.builders.delete(id)
    }
    if (state.builders.size < combinedOf(state.picks).length) state.builderFault = null
  }

  return {
    read,
    readSoon,
    dropOld,
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
    },
  }
}
