/** Everything the client knows, and what changes it. One call of `changed` draws the screen once. */
import { localeCodes } from '#contract/locales.ts'
import type { OddsFormat } from '#contract/settlement/odds-formats.ts'
import { builderCode, builderMarket } from '../builder.ts'
import {
  type BuilderPrice,
  type FreeBet,
  type OddsPolicy,
  type Refusal,
  type WireBet,
  type WireEvent,
  type WireMarket,
  sports,
} from '../wire.ts'
import { outcomeName } from '../names.ts'
import { wordsIn, type Words } from '../words.ts'
import { createUpdates } from './feed-updates.ts'
import { readMoney } from './format.ts'
import type { MountOptions } from './host.ts'
import { remember, remembered } from './memory.ts'
import { isTokenEnded, openFeed, type FeedSocket, Refused, serverAt, type Server } from './server.ts'
import { readSlipPath, type Selection, selectionsOf } from './shared-slip.ts'
import {
  builderPick,
  hasRelated,
  isBuildable,
  keyOf,
  linesOf,
  type Pick_,
  pickFrom,
  systemsFor,
  type Tab,
  toggled,
} from './slip.ts'

export type Period = 'all' | '15' | '60'
export type SlipPhase =
  | { is: 'editing' }
  | { is: 'placing' }
  /** Ids of the bets, in the order of their selections. */
  | { is: 'placed'; bets: string[] }

/** The last quick bet, and what became of it. */
export type QuickBet = { key: string; name: string } & (
  | { is: 'placing' }
  | { is: 'placed'; bet: string }
  | { is: 'refused' }
)

export type State = {
  words: Words
  isReady: boolean
  isOffline: boolean
  /** The page asks for a pause: nothing is placed. */
  isPaused: boolean
  path: string
  events: Map<string, WireEvent>
  /** Markets of the open match; null while it is read. */
  open: WireEvent | null
  isOpenGone: boolean
  results: WireEvent[] | null
  /** The sportsbook's clock less this machine's. */
  clockOffset: number
  search: string
  period: Period
  league: string | null
  marketGroup: string
  session: { currency: string; balance: number; freeBets: FreeBet[] } | null
  /** The free bet that is chosen for the slip. */
  freeBet: string | null
  bets: Map<string, WireBet>
  betsTab: 'open' | 'settled'
  cashOut: { bet: string; part: number; isBusy: boolean; fault: string | null } | null
  picks: Pick_[]
  tab: Tab
  /** The selections of the slip as one, while they are combined; null without a price. */
  builder: Pick_ | null
  builderFault: string | null
  /** The player has asked for it since the page was opened. */
  isQuickOn: boolean
  quickStake: string
  quickBet: QuickBet | null
  /** Typed stakes: by selection for singles, `multi`, `system`, `builder`. */
  stakes: Record<string, string>
  system: string
  phase: SlipPhase
  faults: Record<string, Refusal>
  isSlipOpen: boolean
  isSettingsOpen: boolean
  format: OddsFormat
  policy: OddsPolicy
  favorites: Set<string>
  /** Prices that have just moved. */
  moves: Map<string, { to: 'up' | 'down'; until: number }>
  announcement: string
  /** The bet whose link has just been copied. */
  copied: string | null
  /** Selections of a link, or of a bet that is placed again, are no longer offered. */
  isPickGone: boolean
}

export type Store = ReturnType<typeof createStore>

const renewBeforeMs = 60_000
/** Odds in play move between the changes that the feed reports of each selection. */
const builderEveryMs = 4_000
const builderDelayMs = 200
/** A second press so soon after a quick bet is part of a double click. */
const doublePressMs = 1_500

export function createStore(options: MountOptions, base: string, changed: () => void) {
  let token = options.token
  let isStopped = false
  let renewal: ReturnType<typeof setTimeout> | null = null
  /** Quick bets by selection: when they were answered, or that they are pending. */
  const pressed = new Map<string, number>()
  let builderTimer: ReturnType<typeof setTimeout> | null = null
  const { format, policy, favorites, picks, quickStake } = remembered()
  const server: Server = serverAt(base, () => token)
  const state: State = {
    words: (key) => key,
    isReady: false,
    isOffline: false,
    isPaused: false,
    path: options.path || '/',
    events: new Map(),
    open: null,
    isOpenGone: false,
    results: null,
    clockOffset: 0,
    search: '',
    period: 'all',
    league: null,
    marketGroup: 'all',
    session: null,
    freeBet: null,
    bets: new Map(),
    betsTab: 'open',
    cashOut: null,
    picks,
    tab: isBuildable(picks) ? 'builder' : picks.length > 1 && !hasRelated(picks) ? 'multi' : 'singles',
    builder: null,
    builderFault: null,
    isQuickOn: false,
    quickStake,
    quickBet: null,
    stakes: {},
    system: '2',
    phase: { is: 'editing' },
    faults: {},
    isSlipOpen: false,
    isSettingsOpen: false,
    format,
    policy,
    favorites: new Set(favorites),
    moves: new Map(),
    announcement: '',
    copied: null,
    isPickGone: false,
  }

  function set(values: Partial<State>): void {
    Object.assign(state, values)
    changed()
  }

  function keep(): void {
    remember({
      format: state.format,
      policy: state.policy,
      favorites: [...state.favorites],
      picks: state.picks,
      quickStake: state.quickStake,
    })
  }

  const { apply, updatePick, followMain, endCashOut } = createUpdates({ ...options, state, changed, readPlayer })

  /* Reading. */

  async function start(): Promise<void> {
    try {
      const locale = localeCodes.find((code) => code === options.locale) ?? 'en'
      const [words] = await Promise.all([server.words(locale), readEvents()])
      set({ words: wordsIn(words, locale), isReady: true })
      options.on.ready()
      void takeLink()
      await Promise.all([readOpen(), readPlayer(), readResults(), readBuilder()])
    } catch {
      if (!isStopped) options.on.failed()
    }
  }

  async function readEvents(): Promise<void> {
    const { now, events } = await server.events()
    state.clockOffset = now - Date.now()
    state.events = new Map(events.map((event) => [event.id, event]))
    for (const pick of state.picks) followMain(pick)
    changed()
  }

  const openId = () => /^\/event\/([\w-]{1,64})$/.exec(state.path)?.[1] ?? null

  function follow(withToken: boolean): void {
    const events = new Set([openId(), ...state.picks.map(({ eventId }) => eventId)].filter((id) => id !== null))
    feed.follow({
      topics: ['list', ...[...events].slice(0, 15).map((id) => `event:${id}`)],
      ...(withToken && { token }),
    })
  }

  async function readOpen(): Promise<void> {
    const id = openId()
    if (id === null) return set({ open: null, isOpenGone: false })
    if (state.open?.id !== id) set({ open: null, isOpenGone: false, marketGroup: 'all' })
    try {
      const { event } = await server.event(id)
      if (openId() === id) set({ open: event, isOpenGone: false })
    } catch (error) {
      if (openId() === id) set({ isOpenGone: error instanceof Refused && error.status > 0 })
    }
  }

  async function readResults(): Promise<void> {
    if (state.path !== '/results') return
    set({ results: await server.results().catch(() => state.results ?? []) })
  }

  async function readPlayer(): Promise<void> {
    if (renewal) clearTimeout(renewal)
    if (token === null) return set({ session: null, freeBet: null, bets: new Map() })
    const used = token
    try {
      const [session, { bets }] = await Promise.all([server.session(), server.bets()])
      if (used !== token) return
      for (const bet of bets) endCashOut(bet)
      const freeBet = session.freeBets.some(({ id }) => id === state.freeBet) ? state.freeBet : null
      set({ session, freeBet, bets: new Map(bets.map((bet) => [bet.id, bet])) })
      const left = session.expiresAt - Date.now() - renewBeforeMs
      renewal = setTimeout(() => options.on.tokenExpiring(), Math.max(1_000, Math.min(left, 2 ** 31 - 1)))
    } catch (error) {
      if (used !== token) return
      set({ session: null })
      if (isTokenEnded(error)) options.on.tokenExpiring()
    }
  }

  /** Selections of matches that are not open follow the feed; this reads them once. */
  async function readPicks(): Promise<void> {
    const ids = new Set(state.picks.map(({ eventId }) => eventId))
    await Promise.all(
      [...ids].map(async (id) => {
        const event = await server.event(id).then(
          (read) => read.event,
          (error: unknown) => (error instanceof Refused && error.status > 0 ? null : undefined),
        )
        if (event === undefined) return
        for (const pick of state.picks.filter(({ eventId }) => eventId === id))
          updatePick(pick, event?.markets.find((market) => market.id === pick.market) ?? null)
      }),
    )
    changed()
  }

  /** The price of the slip's selections together, which the sportsbook alone can calculate. */
  async function readBuilder(): Promise<void> {
    if (builderTimer) clearTimeout(builderTimer)
    builderTimer = null
    if (state.tab !== 'builder' || isStopped) return
    const asked = state.picks
    const parts = asked.map(({ market, outcome }) => ({ market, outcome }))
    const price = await server.builder(asked[0]!.eventId, parts).catch((error: unknown) => error)
    if (asked !== state.picks || state.tab !== 'builder' || isStopped) return
    if (price instanceof Refused) {
      // Without an answer the price stays unchanged; the page shows that the connection is lost.
      if (price.status > 0) Object.assign(state, { builder: null, builderFault: price.refusal.error })
    } else takeBuilder(asked, price as BuilderPrice)
    changed()
    builderTimer = setTimeout(() => void readBuilder(), builderEveryMs)
  }

  function takeBuilder(asked: Pick_[], price: BuilderPrice): void {
    const { code, version, state: now, odds } = price
    const isKnown = state.builder?.outcome === code && state.builder.eventId === asked[0]!.eventId
    if (!isKnown) state.builder = builderPick(asked, price)
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

  function priceBuilder(): void {
    if (builderTimer) clearTimeout(builderTimer)
    builderTimer = state.tab === 'builder' ? setTimeout(() => void readBuilder(), builderDelayMs) : null
  }

  /** The selections that the chosen tab bets on. */
  const slipPicks = (): Pick_[] => (state.tab === 'builder' ? (state.builder ? [state.builder] : []) : state.picks)

  /* Updates from the feed. */

  const feed: FeedSocket = openFeed(base, {
    deltas(deltas) {
      for (const delta of deltas) apply(delta)
      if (deltas.some((delta) => 'event' in delta && delta.is !== 'new' && delta.event === state.picks[0]?.eventId))
        priceBuilder()
      changed()
    },
    open() {
      const wasOffline = state.isOffline
      set({ isOffline: false })
      follow(true)
      void readPicks()
      if (!wasOffline) return
      void readEvents().catch(() => undefined)
      void readOpen()
      void readPlayer()
    },
    lost: () => set({ isOffline: true }),
  })

  /* The slip. */

  function toggle(event: WireEvent, market: WireMarket, outcome: string): void {
    const picked = toggled(state.picks, pickFrom(event, market, outcome))
    const isAdded = picked.length > state.picks.length
    state.picks = picked
    if (state.phase.is === 'placed') Object.assign(state, { phase: { is: 'editing' }, faults: {}, stakes: {} })
    state.announcement = `${state.words('betSlip')}: ${state.words('selections', { count: picked.length })}`
    if (isAdded && picked.length === 2 && state.tab === 'singles')
      state.tab = isBuildable(picked) ? 'builder' : hasRelated(picked) ? 'singles' : 'multi'
    fitTab()
    keep()
    follow(false)
    changed()
  }

  function removePick(key: string): void {
    state.picks = state.picks.filter((pick) => keyOf(pick) !== key)
    delete state.faults[key]
    fitTab()
    keep()
    follow(false)
    changed()
  }

  function clearSlip(): void {
    Object.assign(state, { picks: [], stakes: {}, faults: {}, phase: { is: 'editing' }, tab: 'singles' })
    fitTab()
    keep()
    follow(false)
    changed()
  }

  function fitTab(): void {
    if (state.picks.length < 2 || (state.tab === 'system' && state.picks.length < 3)) state.tab = 'singles'
    if (state.tab !== 'singles' && hasRelated(state.picks)) state.tab = isBuildable(state.picks) ? 'builder' : 'singles'
    else if (state.tab === 'builder') state.tab = 'multi'
    const isSame = state.tab === 'builder' && state.builder?.outcome === builderCode(state.picks)
    if (!isSame || state.builder?.eventId !== state.picks[0]!.eventId)
      Object.assign(state, { builder: null, builderFault: null })
    priceBuilder()
    if (!systemsFor(state.picks.length).some(({ id }) => id === state.system)) state.system = '2'
  }

  function acceptChanges(): void {
    for (const pick of [...state.picks, ...slipPicks()])
      if (pick.changed) Object.assign(pick, { odds: pick.changed, changed: null })
    state.faults = {}
    keep()
    changed()
  }

  type Order = {
    key: string
    kind: 'single' | 'accumulator' | 'system'
    systemSizes: number[]
    picks: Pick_[]
    stake: number
    freeBetId?: string
  }

  /** The bets of the slip, without those whose stake is empty. */
  function orders(): Order[] {
    if (state.freeBet !== null) {
      const free = freeBetsForSlip().find(({ id }) => id === state.freeBet)
      // Money takes its place only when the player chooses it.
      if (!free) return []
      const kind = state.tab === 'multi' ? ('accumulator' as const) : ('single' as const)
      const key = state.tab === 'singles' ? keyOf(state.picks[0]!) : state.tab
      return [{ key, kind, systemSizes: [], picks: slipPicks(), stake: free.amount, freeBetId: free.id }]
    }
    const currency = state.session?.currency ?? options.currency ?? 'EUR'
    const typed = (key: string) => readMoney(state.stakes[key] ?? '', currency) ?? 0
    const made: Order[] =
      state.tab === 'singles'
        ? state.picks.map((pick) => {
            const key = keyOf(pick)
            return { key, kind: 'single', systemSizes: [], picks: [pick], stake: typed(key) }
          })
        : state.tab === 'multi'
          ? [{ key: 'multi', kind: 'accumulator', systemSizes: [], picks: state.picks, stake: typed('multi') }]
          : state.tab === 'system'
            ? [systemOrder(typed('system'))]
            : slipPicks().map((pick) => ({
                key: 'builder',
                kind: 'single' as const,
                systemSizes: [],
                picks: [pick],
                stake: typed('builder'),
              }))
    return made.filter(({ stake }) => stake > 0)
  }

  /** Free bets that the whole slip can stake: a single or a multi at their odds. */
  function freeBetsForSlip(): FreeBet[] {
    const picked = slipPicks()
    const isOneBet = state.tab === 'multi' ? !hasRelated(picked) : state.tab !== 'system' && picked.length === 1
    if (!isOneBet || picked.length === 0) return []
    return (state.session?.freeBets ?? []).filter(({ minOdds }) =>
      picked.every((pick) => Number(pick.changed ?? pick.odds) >= Number(minOdds)),
    )
  }

  /** The typed stake is that of one line. */
  function systemOrder(perLine: number): Order {
    const { sizes } = systemsFor(state.picks.length).find(({ id }) => id === state.system) ?? { sizes: [2] }
    const bet = { kind: 'system' as const, systemSizes: sizes }
    return { key: 'system', ...bet, picks: state.picks, stake: perLine * linesOf(bet, state.picks) }
  }

  async function placeAll(): Promise<void> {
    const wanted = orders()
    if (wanted.length === 0 || state.isPaused || state.phase.is === 'placing') return
    set({ phase: { is: 'placing' }, faults: {} })
    const placed: string[] = []
    for (const order of wanted) {
      try {
        const bet = await place(order)
        placed.push(bet.id)
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
    if (isAnyPlaced) state.announcement = state.words(placed.length === wanted.length ? 'accepted' : 'declinedTitle')
    fitTab()
    keep()
    follow(false)
    changed()
  }

  async function place(order: Order): Promise<WireBet> {
    const bet = await server.place({
      requestId: crypto.randomUUID(),
      kind: order.kind,
      systemSizes: order.systemSizes,
      picks: order.picks.map(({ eventId, market, outcome, odds, version }) => ({
        eventId,
        market,
        outcome,
        odds,
        version,
      })),
      stake: order.stake,
      ...(order.freeBetId && { freeBetId: order.freeBetId }),
      policy: state.policy,
      locale: options.locale,
    })
    state.bets.set(bet.id, bet)
    return bet
  }

  /* Quick bets. */

  /** In subunits; null while a press puts selections on the slip instead. */
  function quickAmount(): number | null {
    const { session } = state
    if (!state.isQuickOn || session === null || state.isPaused || state.freeBet !== null) return null
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

  async function placeQuick(pick: Pick_, stake: number): Promise<void> {
    const key = keyOf(pick)
    if ((pressed.get(key) ?? -Infinity) > Date.now() - doublePressMs) return
    pressed.set(key, Infinity)
    const quick = { key, name: outcomeName(state.words, pick, pick.outcome) }
    set({ quickBet: { ...quick, is: 'placing' } })
    const order: Order = { key, kind: 'single', systemSizes: [], picks: [pick], stake }
    try {
      const bet = await place(order)
      const announcement = state.words(bet.state === 'held' ? 'pending' : 'accepted')
      set({ quickBet: { ...quick, is: 'placed', bet: bet.id }, announcement })
    } catch (error) {
      // What was refused waits on the slip with its stake, the reason and, where it changed, its price.
      if (state.phase.is === 'placed') Object.assign(state, { phase: { is: 'editing' }, faults: {}, stakes: {} })
      if (!state.picks.some((each) => keyOf(each) === key)) state.picks = toggled(state.picks, pick)
      state.stakes = { ...state.stakes, [key]: state.quickStake }
      state.tab = 'singles'
      takeRefusal(order, error)
      fitTab()
      keep()
      follow(false)
      set({ quickBet: { ...quick, is: 'refused' }, announcement: state.words('declinedTitle') })
    }
    pressed.set(key, Date.now())
  }

  function takeRefusal(order: Order, error: unknown): void {
    const refusal = error instanceof Refused ? error.refusal : { error: 'other' }
    state.faults[order.key] = refusal
    for (const current of refusal.picks ?? []) {
      const pick = [...state.picks, ...slipPicks()].find((each) => keyOf(each) === keyOf(current))
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
    const asked = state.cashOut
    const quote = asked && state.bets.get(asked.bet)?.cashOut
    if (!asked || !quote || asked.isBusy) return
    set({ cashOut: { ...asked, isBusy: true, fault: null } })
    try {
      const bet = await server.cashOut(asked.bet, quote.id, asked.part)
      state.bets.set(bet.id, bet)
      set({ cashOut: null, announcement: state.words('state_cashedOut') })
    } catch (error) {
      const refusal = error instanceof Refused ? error.refusal : { error: 'other' }
      const bet = state.bets.get(asked.bet)
      if (bet && 'quote' in refusal) bet.cashOut = refusal.quote ?? null
      // Without an answer it may have been sold; the feed then sends the current state of the bet.
      set({ cashOut: state.cashOut && { ...state.cashOut, isBusy: false, fault: refusal.error } })
      if (isTokenEnded(error)) options.on.tokenExpiring()
    }
  }

  /* Navigation. */

  function go(path: string, { replace = false, isFromHost = false } = {}): void {
    if (path === state.path) return
    Object.assign(state, { path, search: path === '/' ? state.search : '', league: null, cashOut: null })
    Object.assign(state, { isSlipOpen: false, isPickGone: false, announcement: placeName(path) })
    if (!isFromHost) options.on.route(path, { replace })
    follow(false)
    changed()
    void readOpen()
    void readResults()
    void takeLink()
  }

  /** The announcement of an inner route for screen readers; for a match, its sides. */
  function placeName(path: string): string {
    const sport = sports.find((each) => path === `/${each}`)
    const event = state.events.get(openId() ?? '')
    if (event) return `${event.home} – ${event.away}`
    const named: Record<string, string> = { '/': 'allSports', '/bets': 'myBets' }
    return path.startsWith('/event/') ? '' : state.words(sport ? `sport_${sport}` : (named[path] ?? path.slice(1)))
  }

  /** Puts the offered ones on the slip and opens it; the slip also shows if some are not offered. */
  async function pickAll(selections: Selection[]): Promise<void> {
    const events = new Map<string, WireEvent | null>()
    let isWhole = selections.length > 0
    for (const selection of selections) {
      const { eventId, market: id, outcome } = selection
      if (!events.has(eventId)) {
        const read = server.event(eventId).then(({ event }) => event)
        events.set(eventId, await read.catch(() => null))
      }
      const event = events.get(eventId)
      const market = event?.markets.find((each) => each.id === id)
      const isPicked = state.picks.some((pick) => keyOf(pick) === keyOf(selection))
      if (!event || !market?.odds[outcome]) isWhole = false
      else if (!isPicked) toggle(event, market, outcome)
    }
    set({ isSlipOpen: !isBeside(), isPickGone: !isWhole, phase: { is: 'editing' } })
    if (!isWhole) set({ announcement: state.words('picksGone') })
  }

  /** A link with the selections of a bet leads to their match, or to the list if they are of several. */
  async function takeLink(): Promise<void> {
    const selections = readSlipPath(state.path)
    if (!selections) return
    const [first, ...others] = new Set(selections.map(({ eventId }) => eventId))
    go(first !== undefined && others.length === 0 ? `/event/${first}` : '/', { replace: true })
    await pickAll(selections)
  }

  /** Whether there is room for the slip beside the page. */
  function isBeside(): boolean {
    const aside = options.target.shadowRoot?.querySelector('.aside')
    return aside instanceof HTMLElement && getComputedStyle(aside).display !== 'none'
  }

  /** From the prices to the slip: it opens over the page, or takes the focus beside it. */
  function openSlip(): void {
    if (!isBeside()) return set({ isSlipOpen: true })
    const aside = options.target.shadowRoot!.querySelector('.aside')!
    ;(aside.querySelector<HTMLElement>('.stake-field input') ?? aside.querySelector<HTMLElement>('button'))?.focus()
  }

  return {
    state,
    options,
    openSlip,
    set,
    keep,
    start,
    go,
    press,
    quickAmount,
    slipPicks,
    chooseTab(tab: Tab) {
      set({ tab, faults: {} })
      fitTab()
    },
    removePick,
    clearSlip,
    acceptChanges,
    orders,
    freeBetsForSlip,
    systemOrder,
    placeAll,
    confirmCashOut,
    isGuest: () => token === null,
    setToken(next: string | null, currency: string | null) {
      token = next
      options.currency = currency
      // The stake was chosen for another account.
      if (currency !== state.session?.currency) Object.assign(state, { isQuickOn: false, quickBet: null })
      follow(true)
      void readPlayer()
    },
    setBalance(balance: number, currency: string) {
      if (state.session?.currency === currency) set({ session: { ...state.session, balance, currency } })
    },
    toggleFavorite(id: string) {
      if (!state.favorites.delete(id)) state.favorites.add(id)
      keep()
      changed()
    },
    betAgain: (bet: WireBet) => pickAll(selectionsOf(bet)),
    now: () => Date.now() + state.clockOffset,
    stop() {
      isStopped = true
      if (renewal) clearTimeout(renewal)
      if (builderTimer) clearTimeout(builderTimer)
      feed.close()
    },
  }
}
