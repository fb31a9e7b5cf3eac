/** Changes the state of the client. Each call of `changed` renders the screen once. */
import { localeCodes } from '#contract/locales.ts'
import { type WireBet, type WireEvent, type WireMarket, sports } from '../wire.ts'
import { wordsIn } from '../words.ts'
import { createIdeas, type Idea, isChosen } from './builder-ideas.ts'
import { createCombinedPrice } from './combined-price.ts'
import { createEditing } from './editing.ts'
import { createUpdates } from './feed-updates.ts'
import type { MountOptions } from './host.ts'
import { storePreferences } from './memory.ts'
import { freeBetsForSlip, possibleOrders, requestOf, slipPicks, systemOrder } from './orders.ts'
import { createPlacing } from './placing.ts'
import { isTokenEnded, openFeed, type FeedSocket, Refused, serverAt, type Server } from './server.ts'
import { readSlipPath, type Selection, selectionsOf } from './shared-slip.ts'
import { hasRelated, isBuildable, keyOf, pickFrom, type SlipPick, systemsFor, type Tab, toggled } from './slip.ts'
import { initialState, type State } from './state.ts'
import { keepPast } from './steady-list.ts'

export type Store = ReturnType<typeof createStore>

export const currencyOf = ({ state, options }: Store) => state.session?.currency ?? options.currency ?? 'EUR'

const renewBeforeMs = 60_000
const limitDelayMs = 250
const limitEveryMs = 15_000

export function createStore(options: MountOptions, base: string, changed: () => void) {
  let token = options.token
  let isStopped = false
  let renewal: ReturnType<typeof setTimeout> | null = null
  let limitTimer: ReturnType<typeof setTimeout> | null = null
  const server: Server = serverAt(base, () => token)
  const state = initialState(options.path)

  function set(values: Partial<State>): void {
    Object.assign(state, values)
    changed()
  }

  function storeChoices(): void {
    storePreferences({
      format: state.format,
      policy: state.policy,
      favorites: [...state.favorites],
      picks: state.picks,
      // Without the bet that they replace, the selections would be another bet.
      editing: state.editing,
      quickStake: state.quickStake,
    })
  }

  const { apply, updatePick, followMain, endCashOut } = createUpdates({
    ...options,
    state,
    changed,
    readPlayer,
    restore,
  })
  const combined = createCombinedPrice({ state, server, changed, priced: readLimitsSoon, updatePick })
  const ideas = createIdeas({ state, server, changed })
  const editing = createEditing({ state, pickAll, slipChanged })
  const placing = createPlacing({ state, server, options, set, toggle, slipChanged, updatePick })

  /* Reading. */

  async function start(): Promise<void> {
    try {
      const locale = localeCodes.find((code) => code === options.locale) ?? 'en'
      const [words] = await Promise.all([server.words(locale), readEvents()])
      set({ words: wordsIn(words, locale), isReady: true })
      options.on.ready()
      void takeLink()
      await Promise.all([readOpen(), readPlayer(), readResults(), combined.read()])
    } catch {
      if (!isStopped) options.on.failed()
    }
  }

  async function readEvents(): Promise<void> {
    const { now, events } = await server.events()
    state.clockOffset = now - Date.now()
    const listed = new Map(events.map((event) => [event.id, event]))
    for (const [id, event] of state.events) if (!listed.has(id)) keepPast(state, event)
    state.events = listed
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
    if (id === null) return set({ open: null, ideas: null, background: null, isOpenGone: false })
    if (state.open?.id !== id) set({ open: null, background: null, isOpenGone: false, marketGroup: 'all' })
    try {
      // Both at once, so that the markets do not move when the second arrives.
      const [{ event }, background] = await Promise.all([
        server.event(id),
        state.background ?? server.background(id).catch(() => null),
      ])
      if (openId() !== id) return
      set({ open: event, background, isOpenGone: false })
      void ideas.read()
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
      if (state.editing) slipChanged()
      readLimitsSoon()
      const left = session.expiresAt - Date.now() - renewBeforeMs
      renewal = setTimeout(() => options.on.tokenExpiring(), Math.max(1_000, Math.min(left, 2 ** 31 - 1)))
    } catch (error) {
      if (used !== token) return
      set({ session: null })
      if (isTokenEnded(error)) options.on.tokenExpiring()
    }
  }

  /** Reads the matches of the selections once; afterwards the feed updates them. */
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

  /* Updates from the feed. */

  const feed: FeedSocket = openFeed(base, {
    deltas(deltas) {
      for (const delta of deltas) apply(delta)
      const onSlip = new Set(state.picks.map(({ eventId }) => eventId))
      if (deltas.some((delta) => 'event' in delta && delta.is !== 'new' && onSlip.has(delta.event))) combined.readSoon()
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
    slipChanged()
  }

  /** Puts a combination that the match offers on the slip, instead of other selections of it, or takes it off. */
  function toggleIdea(event: WireEvent, idea: Idea): void {
    const others = state.picks.filter(({ eventId }) => eventId !== event.id)
    const isOff = isChosen(state, event.id, idea)
    const added = idea.parts.flatMap(({ market: id, outcome }) => {
      const market = event.markets.find((each) => each.id === id)
      return market?.odds[outcome] && !isOff ? [pickFrom(event, market, outcome)] : []
    })
    if (!isOff && added.length < idea.parts.length) return
    const picks = [...others, ...added]
    if (state.phase.is === 'placed') Object.assign(state, { phase: { is: 'editing' }, stakes: {} })
    const announcement = `${state.words('betSlip')}: ${state.words('selections', { count: picks.length })}`
    const tab = isBuildable(picks) ? 'builder' : state.tab
    Object.assign(state, { picks, tab, faults: {}, announcement })
    slipChanged()
  }

  function removePick(key: string): void {
    state.picks = state.picks.filter((pick) => keyOf(pick) !== key)
    delete state.faults[key]
    slipChanged()
  }

  function clearSlip(): void {
    Object.assign(state, { picks: [], stakes: {}, faults: {}, phase: { is: 'editing' }, tab: 'singles' })
    slipChanged()
  }

  function fitTab(): void {
    if (state.picks.length < 2 || (state.tab === 'system' && state.picks.length < 3)) state.tab = 'singles'
    if (state.tab !== 'singles' && hasRelated(state.picks)) state.tab = isBuildable(state.picks) ? 'builder' : 'singles'
    else if (state.tab === 'builder') state.tab = 'multi'
    editing.fitEdit()
    combined.dropOld()
    combined.readSoon()
    if (!systemsFor(state.picks.length).some(({ id }) => id === state.system)) state.system = '2'
  }

  function slipChanged(): void {
    fitTab()
    storeChoices()
    follow(false)
    readLimitsSoon()
    changed()
  }

  /** A declined bet leaves its slip as it was, at the odds of now, with the reason beside the button. */
  function restore(bet: WireBet): void {
    const earlier = state.waiting.get(bet.id)
    if (!earlier) return
    state.waiting.delete(bet.id)
    const isOnSlip = (pick: SlipPick) => state.picks.some((each) => keyOf(each) === keyOf(pick))
    const isWholeSlip = state.picks.length === 0
    state.picks = [...state.picks, ...earlier.picks.filter((pick) => !isOnSlip(pick))]
    if (isWholeSlip) state.tab = earlier.tab
    state.stakes = { ...earlier.stakes, ...state.stakes }
    state.faults = { ...state.faults, [earlier.key]: { error: bet.reason ?? 'notTaken' } }
    const { phase } = state
    if (phase.is === 'placed' && phase.bets.every((id) => state.bets.get(id)?.state === 'declined'))
      state.phase = { is: 'editing' }
    slipChanged()
    void readPicks()
    void combined.read()
  }

  function readLimitsSoon(): void {
    if (limitTimer) clearTimeout(limitTimer)
    limitTimer = setTimeout(() => void readLimits(), limitDelayMs)
  }

  /** Reads the highest stakes before the player types one; they change with the odds and with what is open. */
  async function readLimits(): Promise<void> {
    const { picks, tab } = state
    if (isStopped || token === null || picks.length === 0) return
    const orders = possibleOrders(state)
    const found = await Promise.all(
      orders.map(({ key, kind, systemSizes, picks: legs }) =>
        server
          .limits({
            kind,
            systemSizes,
            picks: legs.map(requestOf),
            ...(state.editing && { replaces: state.editing.bet }),
          })
          .then(
            (limits) => [key, limits] as const,
            () => null,
          ),
      ),
    )
    if (picks !== state.picks || tab !== state.tab || isStopped) return
    set({ limits: Object.fromEntries(found.filter((each) => each !== null)) })
    limitTimer = setTimeout(() => void readLimits(), limitEveryMs)
  }

  function acceptChanges(): void {
    for (const pick of [...state.picks, ...slipPicks(state)])
      if (pick.changed) Object.assign(pick, { odds: pick.changed, changed: null })
    state.faults = {}
    storeChoices()
    changed()
  }

  /* Navigation. */

  /** The list and the markets may be arranged again once nobody looks at them. */
  function leaveList(): void {
    Object.assign(state, { shown: null, places: null, past: new Map(), seenOpen: new Set() })
  }

  function go(path: string, { replace = false, isFromHost = false } = {}): void {
    if (path === state.path) return
    Object.assign(state, { path, search: path === '/' ? state.search : '', league: null, cashOut: null })
    leaveList()
    Object.assign(state, { isSlipOpen: false, isPickGone: false, announcement: placeName(path) })
    if (!isFromHost) options.on.route(path, { replace })
    follow(false)
    changed()
    void readOpen()
    void readResults()
    void takeLink()
  }

  /** The name of an inner route for screen readers; for a match, its sides. */
  function placeName(path: string): string {
    const sport = sports.find((each) => path === `/${each}`)
    const event = state.events.get(openId() ?? '')
    if (event) return `${event.home} – ${event.away}`
    const named: Record<string, string> = { '/': 'allSports', '/bets': 'myBets' }
    return path.startsWith('/event/') ? '' : state.words(sport ? `sport_${sport}` : (named[path] ?? path.slice(1)))
  }

  /** Puts the selections that are offered on the slip and opens it; the slip also shows if some are not offered. */
  async function pickAll(selections: Selection[]): Promise<void> {
    const events = new Map<string, WireEvent | null>()
    let areAllOffered = selections.length > 0
    for (const selection of selections) {
      const { eventId, market: id, outcome } = selection
      if (!events.has(eventId)) {
        const read = server.event(eventId).then(({ event }) => event)
        events.set(eventId, await read.catch(() => null))
      }
      const event = events.get(eventId)
      const market = event?.markets.find((each) => each.id === id)
      const isPicked = state.picks.some((pick) => keyOf(pick) === keyOf(selection))
      if (!event || !market?.odds[outcome]) areAllOffered = false
      else if (!isPicked) toggle(event, market, outcome)
    }
    set({ isSlipOpen: !isBeside(), isPickGone: !areAllOffered, phase: { is: 'editing' } })
    if (!areAllOffered) set({ announcement: state.words('picksGone') })
  }

  /** Opens a link with the selections of a bet: goes to their match, or to the list if they are of several matches. */
  async function takeLink(): Promise<void> {
    const selections = readSlipPath(state.path)
    if (!selections) return
    const [first, ...others] = new Set(selections.map(({ eventId }) => eventId))
    go(first !== undefined && others.length === 0 ? `/event/${first}` : '/', { replace: true })
    await pickAll(selections)
  }

  /** Whether the slip is shown beside the page. */
  function isBeside(): boolean {
    const aside = options.target.shadowRoot?.querySelector('.aside')
    return aside instanceof HTMLElement && getComputedStyle(aside).display !== 'none'
  }

  /** Moves from the prices to the slip: opens it over the page, or focuses it beside the page. */
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
    keep: storeChoices,
    start,
    go,
    ...placing,
    slipPicks: () => slipPicks(state),
    chooseTab(tab: Tab) {
      set({ tab, faults: {} })
      fitTab()
      readLimitsSoon()
    },
    toggleIdea,
    removePick,
    clearSlip,
    freeBetsForSlip: () => freeBetsForSlip(state),
    systemOrder: (perLine: number) => systemOrder(state, perLine),
    isGuest: () => token === null,
    setToken(next: string | null, currency: string | null) {
      token = next
      options.currency = currency
      // The stake was entered for another account.
      if (currency !== state.session?.currency) Object.assign(state, { isQuickOn: false, quickBet: null })
      follow(true)
      void readPlayer()
    },
    setBalance(balance: number, currency: string) {
      if (state.session?.currency === currency) set({ session: { ...state.session, balance, currency } })
    },
    toggleFavorite(id: string) {
      if (!state.favorites.delete(id)) state.favorites.add(id)
      storeChoices()
      changed()
    },
    startEdit: editing.startEdit,
    stopEdit: editing.stopEdit,
    betAgain: (bet: WireBet) => pickAll(selectionsOf(bet)),
    placeAtCurrent() {
      acceptChanges()
      return placing.placeAll()
    },
    now: () => Date.now() + state.clockOffset,
    leaveList,
    stop() {
      isStopped = true
      if (renewal) clearTimeout(renewal)
      if (limitTimer) clearTimeout(limitTimer)
      combined.stop()
      ideas.stop()
      feed.close()
    },
  }
}
