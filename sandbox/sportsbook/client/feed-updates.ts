/** Updates the state from the feed: matches, prices, selections on the slip and the player's bets. */
import { selectionName } from '../names.ts'
import type { Board, Delta, WireBet, WireEvent, WireMarket } from '../wire.ts'
import { resultText } from './bet-names.ts'
import { showOdds } from './format.ts'
import type { MountOptions } from './host.ts'
import { keyOf, type SlipPick } from './slip.ts'
import { keepPast } from './steady-list.ts'
import type { State } from './state.ts'

/** The time for which a changed price is marked, and after which another change may be announced. */
const moveMs = 4_000

export type Updates = {
  apply(delta: Delta): void
  /** Updates a selection to its current price; `null` stands for a closed market. */
  updatePick(pick: SlipPick, market: WireMarket | null): void
  /** Updates a selection to the price of its market in the list. */
  followMain(pick: SlipPick): void
  endCashOut(bet: WireBet): void
}
type Parts = Pick<MountOptions, 'locale' | 'on'> & {
  state: State
  changed(): void
  readPlayer(): Promise<void>
  /** Puts the selections of a declined bet back on the slip. */
  restore(bet: WireBet): void
}

export function createUpdates({ state, locale, on, changed, readPlayer, restore }: Parts): Updates {
  /** Prices change too often during a match for each change to be announced. */
  let quietUntil = 0

  function apply(delta: Delta): void {
    switch (delta.is) {
      case 'new':
        state.events.set(delta.event.id, delta.event)
        return
      case 'gone':
        return removeEvent(delta.id)
      case 'event':
        return moveBoard(delta.id, delta.board, delta.marketCount)
      case 'market':
        return putMarket(delta.event, delta.market)
      case 'odds':
        return changeOdds(delta)
      case 'closed':
        return closeMarket(delta.event, delta.id)
      case 'listed':
        return putListed(delta.event, delta.market)
      case 'unlisted':
        return dropListed(delta.event, delta.id)
      case 'bets':
        for (const bet of delta.bets) putBet(bet)
        return
      case 'balance':
        // A bet of another account may be decided after the player has switched accounts.
        if (state.session?.currency === delta.currency) state.session.balance = delta.balance
        return on.balance()
      case 'tokenEnded':
        return on.tokenExpiring()
    }
  }

  const eventsOf = (id: string) =>
    [state.events.get(id), state.open?.id === id ? state.open : undefined].filter((event) => event !== undefined)

  function removeEvent(id: string): void {
    const event = state.events.get(id)
    if (event) keepPast(state, event)
    state.events.delete(id)
  }

  function moveBoard(id: string, board: Board, marketCount: number): void {
    const { open } = state
    const goal = open?.id === id && board.goals.length > open.board.goals.length ? board.goals.at(-1) : undefined
    for (const event of eventsOf(id)) Object.assign(event, { board, marketCount })
    if (!open || !goal) return
    const { home, away } = board.score
    const scored = state.words('goalAt', { minute: goal.minute, side: open[goal.side] })
    state.announcement = `${scored}. ${open.home} ${home} – ${away} ${open.away}`
  }

  function putMarket(id: string, market: WireMarket): void {
    if (state.open?.id === id) put(state.open, market, (each) => each.id === market.id)
    for (const pick of state.picks) if (pick.eventId === id && pick.market === market.id) updatePick(pick, market)
  }

  function putListed(id: string, market: WireMarket): void {
    const event = state.events.get(id)
    if (event) put(event, market, (each) => each.type === market.type)
  }

  function dropListed(id: string, market: string): void {
    const event = state.events.get(id)
    if (event) event.markets = event.markets.filter((each) => each.id !== market)
  }

  function put({ markets }: WireEvent, market: WireMarket, isItsPlace: (each: WireMarket) => boolean): void {
    const at = markets.findIndex(isItsPlace)
    if (at < 0) markets.push(market)
    else markets[at] = market
  }

  function changeOdds({ event: id, id: market, odds, version, state: next }: Extract<Delta, { is: 'odds' }>): void {
    const seen = new Set<WireMarket>()
    for (const event of eventsOf(id))
      for (const each of event.markets) {
        if (each.id !== market || seen.has(each)) continue
        seen.add(each)
        for (const [outcome, after] of Object.entries(odds))
          markMove(`${id}/${market}/${outcome}`, each.odds[outcome], after)
        Object.assign(each, { version, state: next, odds: { ...each.odds, ...odds } })
      }
    for (const pick of state.picks) {
      if (pick.eventId !== id || pick.market !== market) continue
      const after = odds[pick.outcome]
      updatePick(pick, {
        id: market,
        type: pick.type,
        line: pick.line,
        version,
        state: next,
        odds: { [pick.outcome]: after === undefined ? (pick.changed ?? pick.odds) : after },
      })
    }
  }

  function markMove(key: string, before: string | null | undefined, after: string | null): void {
    if (!before || !after || before === after) return
    state.moves.set(key, { to: Number(after) > Number(before) ? 'up' : 'down', until: Date.now() + moveMs })
    setTimeout(changed, moveMs + 50)
  }

  function closeMarket(id: string, market: string): void {
    if (state.open?.id === id) state.open.markets = state.open.markets.filter((each) => each.id !== market)
    for (const pick of state.picks) if (pick.eventId === id && pick.market === market) updatePick(pick, null)
  }

  /**
   * Updates a selection on the slip to its current price. With `any` and `higher`, the player has agreed to it in
   * advance.
   */
  function updatePick(pick: SlipPick, market: WireMarket | null): void {
    const price = market?.odds[pick.outcome] ?? null
    const before = { state: pick.state, changed: pick.changed }
    pick.state = market === null ? 'closed' : price === null ? 'suspended' : market.state
    if (market) pick.version = market.version
    if (pick.state === 'closed' && before.state !== 'closed') noteChange(pick, state.words('selectionClosed'))
    if (price === null) return
    markMove(keyOf(pick), pick.changed ?? pick.odds, price)
    const isAgreed = state.policy === 'any' || (state.policy === 'higher' && Number(price) >= Number(pick.odds))
    if (isAgreed) Object.assign(pick, { odds: price, changed: null })
    else pick.changed = price === pick.odds ? null : price
    if (!pick.changed || pick.changed === before.changed || Date.now() < quietUntil) return
    quietUntil = Date.now() + moveMs
    const [old, now] = [showOdds(pick.odds, state.format, locale), showOdds(price, state.format, locale)]
    noteChange(pick, state.words('oddsWent', { before: old, after: now }))
  }

  /** Announces to a screen reader what the player needs to know about a selection before placing the bet. */
  function noteChange(pick: SlipPick, text: string): void {
    state.announcement = `${selectionName(state.words, pick, pick.outcome).name}: ${text}`
  }

  function followMain(pick: SlipPick): void {
    const market = state.events.get(pick.eventId)?.markets.find(({ id }) => id === pick.market)
    if (market) updatePick(pick, market)
  }

  /** Ends the cash-out offer after a part was sold; pressing again would sell a part of the rest. */
  function endCashOut({ id, openStake }: WireBet): void {
    const before = state.bets.get(id)
    if (state.cashOut?.bet === id && before && before.openStake !== openStake) state.cashOut = null
  }

  function putBet(bet: WireBet): void {
    const before = state.bets.get(bet.id)
    endCashOut(bet)
    state.bets.set(bet.id, bet)
    const isQuick = state.quickBet?.is === 'placed' && state.quickBet.bet === bet.id
    if (before?.state === 'held' && bet.state !== 'held' && (state.phase.is === 'placed' || isQuick))
      state.announcement = state.words(bet.state === 'declined' ? 'declinedTitle' : 'accepted')
    const isDecided = bet.state === 'settled' || bet.state === 'voided'
    if (before && isDecided && before.state !== bet.state) state.announcement = resultText(state.words, bet, locale)
    if (bet.state === 'declined' && before?.state !== 'declined') restore(bet)
    else if (bet.state !== 'held') state.waiting.delete(bet.id)
    const isReturned = bet.state === 'declined' || bet.state === 'voided'
    if (bet.isFree && isReturned && before?.state !== bet.state) void readPlayer()
  }

  return { apply, updatePick, followMain, endCashOut }
}
