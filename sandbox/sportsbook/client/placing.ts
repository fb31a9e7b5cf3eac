/** Placing the bets of the slip and quick bets, and cashing out. */
import { newUuid } from '#contract/new-uuid.ts'
import { selectionName } from '../names.ts'
import type { WireBet, WireEvent, WireMarket } from '../wire.ts'
import { editedBet } from './editing.ts'
import type { Updates } from './feed-updates.ts'
import { readMoney } from './format.ts'
import type { MountOptions } from './host.ts'
import { type Order, ordersOf, requestOf, slipPicks } from './orders.ts'
import { isTokenEnded, Refused, type Server } from './server.ts'
import { keyOf, type SlipPick, pickFrom, toggled } from './slip.ts'
import type { State } from './state.ts'

/** A second press so soon after a quick bet is part of a double click. */
const doublePressMs = 1_500

export type Placing = {
  orders(): Order[]
  placeAll(): Promise<void>
  /** The stake of a quick bet in subunits; null while quick bets are off. */
  quickAmount(): number | null
  /** Handles a press on a price: places a quick bet, or changes the slip. */
  press(event: WireEvent, market: WireMarket, outcome: string): void
  confirmCashOut(): Promise<void>
  /** Cashes the open bet out as soon as its price reaches this amount; null ends this. */
  setAutoCashOut(bet: string, amount: number | null): Promise<void>
}
type Parts = Pick<Updates, 'updatePick'> & {
  state: State
  server: Server
  options: MountOptions
  set(values: Partial<State>): void
  toggle(event: WireEvent, market: WireMarket, outcome: string): void
  /** Called after the selections have changed. */
  slipChanged(): void
}

export function createPlacing({ state, server, options, set, toggle, slipChanged, updatePick }: Parts): Placing {
  /** Quick bets by selection, with the time of their response, or Infinity while they are pending. */
  const pressed = new Map<string, number>()

  const orders = () => ordersOf(state, state.session?.currency ?? options.currency ?? 'EUR')

  async function placeAll(): Promise<void> {
    const orderList = orders()
    if (orderList.length === 0 || state.isPaused || state.phase.is === 'placing') return
    if (state.editing) return placeEdit(orderList)
    set({ phase: { is: 'placing' }, faults: {} })
    const placed: string[] = []
    const { picks, tab, stakes } = state
    for (const order of orderList) {
      try {
        const bet = await place(order)
        placed.push(bet.id)
        const own = tab === 'singles' ? order.picks : picks
        if (bet.state === 'held') state.waiting.set(bet.id, { picks: own, tab, stakes, key: order.key })
        if (order.freeBetId && state.session) {
          const freeBets = state.session.freeBets.filter(({ id }) => id !== order.freeBetId)
          Object.assign(state, { freeBet: null, session: { ...state.session, freeBets } })
        }
        if (order.key === keyOf(order.picks[0]!)) state.picks = state.picks.filter((pick) => pick !== order.picks[0])
        else state.picks = []
      } catch (error) {
        takeRefusal(order, error)
      }
    }
    const isAnyPlaced = placed.length > 0
    state.phase = isAnyPlaced ? { is: 'placed', bets: placed } : { is: 'editing' }
    const isAnyWaiting = placed.some((id) => state.bets.get(id)?.state === 'held')
    const said = placed.length < orderList.length ? 'declinedTitle' : isAnyWaiting ? 'pending' : 'accepted'
    if (isAnyPlaced) state.announcement = state.words(said)
    slipChanged()
  }

  /** The slip is afterwards what it was before the edit. */
  async function placeEdit([order, ...others]: Order[]): Promise<void> {
    const bet = editedBet(state)
    if (!order || !bet?.cashOut || others.length > 0) return
    set({ phase: { is: 'placing' }, faults: {} })
    try {
      const { before } = state.editing!
      const edited = await server.edit(bet.id, { ...bodyOf(order), quoteId: bet.cashOut.id })
      state.bets.set(edited.id, edited)
      const announcement = state.words(edited.state === 'held' ? 'pending' : 'editAccepted')
      Object.assign(state, before, { editing: null, phase: { is: 'placed', bets: [edited.id] }, announcement })
    } catch (error) {
      takeRefusal(order, error)
      const refusal = state.faults[order.key]!
      if (refusal.quote) bet.cashOut = refusal.quote
      state.phase = { is: 'editing' }
    }
    slipChanged()
  }

  const bodyOf = (order: Order) => ({
    requestId: newUuid(),
    kind: order.kind,
    systemSizes: order.systemSizes,
    picks: order.picks.map(requestOf),
    stake: order.stake,
    policy: state.policy,
    locale: options.locale,
  })

  async function place(order: Order): Promise<WireBet> {
    const bet = await server.place({ ...bodyOf(order), ...(order.freeBetId && { freeBetId: order.freeBetId }) })
    state.bets.set(bet.id, bet)
    return bet
  }

  /* Quick bets. */

  function quickAmount(): number | null {
    const { session } = state
    if (!state.isQuickOn || session === null || state.isPaused || state.freeBet !== null || state.editing) return null
    const amount = readMoney(state.quickStake, session.currency)
    return amount !== null && amount > 0 ? amount : null
  }

  function press(event: WireEvent, market: WireMarket, outcome: string): void {
    const amount = quickAmount()
    const pick = pickFrom(event, market, outcome)
    const isPicked = state.picks.some((each) => keyOf(each) === keyOf(pick))
    if (amount === null || isPicked || state.phase.is === 'placing') toggle(event, market, outcome)
    else void placeQuick(pick, amount)
  }

  async function placeQuick(pick: SlipPick, stake: number): Promise<void> {
    const key = keyOf(pick)
    if ((pressed.get(key) ?? -Infinity) > Date.now() - doublePressMs) return
    pressed.set(key, Infinity)
    const quick = { key, name: selectionName(state.words, pick, pick.outcome).name }
    set({ quickBet: { ...quick, is: 'placing' } })
    const order: Order = { key, kind: 'single', systemSizes: [], picks: [pick], stake }
    try {
      const bet = await place(order)
      const announcement = state.words(bet.state === 'held' ? 'pending' : 'accepted')
      set({ quickBet: { ...quick, is: 'placed', bet: bet.id }, announcement })
    } catch (error) {
      // A refused bet is put on the slip with its stake, the reason and, if it changed, its price.
      if (state.phase.is === 'placed') Object.assign(state, { phase: { is: 'editing' }, faults: {}, stakes: {} })
      if (!state.picks.some((each) => keyOf(each) === key)) state.picks = toggled(state.picks, pick)
      state.stakes = { ...state.stakes, [key]: state.quickStake }
      state.tab = 'singles'
      takeRefusal(order, error)
      Object.assign(state, { quickBet: { ...quick, is: 'refused' }, announcement: state.words('declinedTitle') })
      slipChanged()
    }
    pressed.set(key, Date.now())
  }

  function takeRefusal(order: Order, error: unknown): void {
    const refusal = error instanceof Refused ? error.refusal : { error: 'other' }
    state.faults[order.key] = refusal
    for (const current of refusal.picks ?? []) {
      const pick = [...state.picks, ...slipPicks(state)].find((each) => keyOf(each) === keyOf(current))
      if (pick)
        updatePick(pick, {
          id: pick.market,
          type: pick.type,
          line: pick.line,
          version: current.version,
          state: current.state,
          odds: { [pick.outcome]: current.state === 'closed' ? null : current.odds },
        })
    }
    if (isTokenEnded(error) || refusal.error === 'tokenInvalid') options.on.tokenExpiring()
  }

  async function confirmCashOut(): Promise<void> {
    const request = state.cashOut
    const quote = request && state.bets.get(request.bet)?.cashOut
    if (!request || !quote || request.isBusy) return
    set({ cashOut: { ...request, isBusy: true, fault: null } })
    try {
      const bet = await server.cashOut(request.bet, quote.id, request.part)
      state.bets.set(bet.id, bet)
      set({ cashOut: null, announcement: state.words('state_cashedOut') })
    } catch (error) {
      const refusal = error instanceof Refused ? error.refusal : { error: 'other' }
      const bet = state.bets.get(request.bet)
      if (bet && 'quote' in refusal) bet.cashOut = refusal.quote ?? null
      // Without a response, the bet may have been sold; the feed then sends its current state.
      set({ cashOut: state.cashOut && { ...state.cashOut, isBusy: false, fault: refusal } })
      if (isTokenEnded(error)) options.on.tokenExpiring()
    }
  }

  async function setAutoCashOut(id: string, amount: number | null): Promise<void> {
    if (state.cashOut?.isBusy) return
    set({ cashOut: state.cashOut && { ...state.cashOut, isBusy: true, fault: null } })
    try {
      const bet = await server.autoCashOut(id, amount)
      state.bets.set(bet.id, bet)
      set({ cashOut: null })
    } catch (error) {
      const fault = error instanceof Refused ? error.refusal : { error: 'other' }
      set({ cashOut: state.cashOut && { ...state.cashOut, isBusy: false, fault } })
      if (isTokenEnded(error)) options.on.tokenExpiring()
    }
  }

  return { orders, placeAll, quickAmount, press, confirmCashOut, setAutoCashOut }
}
