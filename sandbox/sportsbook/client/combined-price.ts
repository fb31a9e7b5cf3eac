/** The combined price of the slip's selections, which only the sportsbook can calculate. */
import { builderCode, builderMarket } from '../builder.ts'
import type { BuilderPrice } from '../wire.ts'
import type { Updates } from './feed-updates.ts'
import { Refused, type Server } from './server.ts'
import { builderPick, type SlipPick } from './slip.ts'
import type { State } from './state.ts'

/** During a match, the combined odds also change between the changes that the feed reports of each selection. */
const everyMs = 4_000
const delayMs = 200

export type CombinedPrice = {
  read(): Promise<void>
  /** Reads the price after a short delay, if the selections are to be combined. */
  readSoon(): void
  /** Removes the price if it is of other selections than those on the slip. */
  dropOld(): void
  stop(): void
}
type Parts = Pick<Updates, 'updatePick'> & { state: State; server: Server; changed(): void }

export function createCombinedPrice({ state, server, changed, updatePick }: Parts): CombinedPrice {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | null = null

  async function read(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    if (state.tab !== 'builder' || isStopped) return
    const picks = state.picks
    const parts = picks.map(({ market, outcome }) => ({ market, outcome }))
    const price = await server.builder(picks[0]!.eventId, parts).catch((error: unknown) => error)
    if (picks !== state.picks || state.tab !== 'builder' || isStopped) return
    if (price instanceof Refused) {
      // Without an answer the price stays unchanged; the page shows that the connection is lost.
      if (price.status > 0) Object.assign(state, { builder: null, builderFault: price.refusal.error })
    } else take(picks, price as BuilderPrice)
    changed()
    timer = setTimeout(() => void read(), everyMs)
  }

  function take(picks: SlipPick[], price: BuilderPrice): void {
    const { code, version, state: now, odds, keptShare } = price
    state.keptShare = keptShare
    const isKnown = state.builder?.outcome === code && state.builder.eventId === picks[0]!.eventId
    if (!isKnown) state.builder = builderPick(picks, price)
    else
      updatePick(state.builder!, {
        id: builderMarket,
        type: builderMarket,
        line: null,
        version,
        state: now,
        odds: { [code]: odds },
      })
    state.builderFault =
      now === 'open' ? null : now === 'suspended' ? 'marketSuspended' : isKnown ? 'marketClosed' : 'notCombined'
  }

  function readSoon(): void {
    if (timer) clearTimeout(timer)
    timer = state.tab === 'builder' ? setTimeout(() => void read(), delayMs) : null
  }

  function dropOld(): void {
    const isSame = state.tab === 'builder' && state.builder?.outcome === builderCode(state.picks)
    if (!isSame || state.builder?.eventId !== state.picks[0]!.eventId)
      Object.assign(state, { builder: null, builderFault: null })
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
