/**
 * The sportsbook's client: one script that a page loads from the sportsbook and mounts into an element. It draws in a
 * shadow root, so that neither side's styles reach the other's.
 */
import sheet from './style.css?inline'
import { betsPage } from './bets-page.ts'
import { formatMoney, showOdds } from './format.ts'
import type { Handle, MountOptions, Theme } from './host.ts'
import { icon } from './icons.ts'
import { filters, list, nav, results, searchField, settingsButton } from './list.ts'
import { matchPage } from './match-page.ts'
import { keepStop, moveBetweenPrices, settleStops } from './price-stops.ts'
import { hasRelated, totalOdds } from './slip.ts'
import { quickBar } from './quick-bar.ts'
import { slipPanel } from './slip-panel.ts'
import { createStillPress } from './still-press.ts'
import { createStore, currencyOf, type Store } from './store.ts'
import { type Content, h, patch } from './view.ts'

const base = new URL('.', (document.currentScript as HTMLScriptElement).src).href.replace(/\/$/, '')

function mount(options: MountOptions): Handle {
  const { target } = options
  const root = target.shadowRoot ?? target.attachShadow({ mode: 'open' })
  const styles = new CSSStyleSheet()
  styles.replaceSync(sheet)
  root.adoptedStyleSheets = [styles]
  let frame = 0
  let isGone = false
  /** The route whose tab was scrolled into view. */
  let scrolledPath = ''
  /** The element that had the focus before the slip was opened over the page. */
  let opener: HTMLElement | null = null

  function draw(): void {
    frame = 0
    if (isGone) return
    const wasOpen = root.querySelector('.drawer') !== null
    const focused = root.activeElement as HTMLElement | null
    const place = focused && placeOf(focused)
    // The page does not scroll to the focus for players who use a pointer.
    const preventScroll = !focused?.matches(':focus-visible')
    const noteMoves = stillPress.before()
    patch(root, screen(store))
    settleStops(root)
    noteMoves()
    const drawer = root.querySelector<HTMLElement>('.drawer')
    if ((drawer !== null) !== wasOpen) options.on.layer(drawer !== null)
    if (scrolledPath !== store.state.path) showTab()
    if (drawer && !wasOpen) {
      opener = focused
      drawer.focus()
    }
    // Moving an element, such as a league, loses the focus in it.
    if (focused?.isConnected && root.activeElement === null && document.activeElement === document.body)
      focused.focus({ preventScroll })
    if (place && !focused.isConnected && (drawer !== null) === wasOpen) focusNear(root, place, { preventScroll })
    // The bar that opened the slip may have been replaced by another element.
    if (!drawer && wasOpen) (opener?.isConnected ? opener : root.querySelector<HTMLElement>('.slip-bar'))?.focus()
  }
  /** The strip of tabs is wider than a phone. The page shows this client only after its first screen is drawn. */
  function showTab(): void {
    const tab = root.querySelector('.tab[aria-current]')
    if (!root.querySelector('.tabs')?.checkVisibility()) return
    scrolledPath = store.state.path
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  // A hidden tab renders no frames; its lists are updated once it is visible.
  const schedule = () => {
    frame ||= requestAnimationFrame(draw)
  }
  const stillPress = createStillPress(root)
  const store = createStore(options, base, schedule)

  function applyTheme({ scheme, tokens }: Theme): void {
    target.style.colorScheme = scheme
    for (const [name, value] of Object.entries(tokens)) target.style.setProperty(`--${name}`, value)
  }
  function applyOffset({ top, bottom }: { top: number; bottom: number }): void {
    target.style.setProperty('--top', `${top}px`)
    target.style.setProperty('--bottom', `${bottom}px`)
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && store.state.isSlipOpen) {
      event.stopPropagation()
      store.set({ isSlipOpen: false })
    }
    if (event.key === 'Tab' && store.state.isSlipOpen) keepInside(root, event)
    moveBetweenPrices(event)
  }
  // The browser scrolls a sideways row to the focused element only if no part of it is in view.
  const onFocus = (event: Event) => {
    const at = event.target
    keepStop(event)
    if (at instanceof HTMLElement && at.matches('.tabs *, .chips *'))
      at.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden') store.leaveList()
  }
  // Updates the clocks of matches that have not started.
  const clock = setInterval(schedule, 15_000)

  target.dir = document.documentElement.dir || 'ltr'
  applyTheme(options.theme)
  applyOffset(options.offset)
  target.addEventListener('keydown', onKey)
  root.addEventListener('focusin', onFocus)
  document.addEventListener('visibilitychange', onHidden)
  // Another width shows other columns of prices.
  window.addEventListener('resize', schedule)
  draw()
  void store.start()

  return {
    setToken: (token, currency) => store.setToken(token, currency),
    setTheme: applyTheme,
    setBalance: (balance, currency) => store.setBalance(balance, currency),
    setPaused: (isPaused) => store.set({ isPaused }),
    setOffset: applyOffset,
    closeLayer: () => store.set({ isSlipOpen: false }),
    go: (path) => store.go(path || '/', { isFromHost: true }),
    destroy() {
      isGone = true
      clearInterval(clock)
      if (frame) cancelAnimationFrame(frame)
      store.stop()
      target.removeEventListener('keydown', onKey)
      root.removeEventListener('focusin', onFocus)
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('resize', schedule)
      stillPress.stop()
      patch(root, [])
    },
  }
}

type Place = { ancestors: Element[]; event: string | null; name: string; index: number }

/** Describes where the focus is, in case its element no longer exists after the next render. */
function placeOf(focused: HTMLElement): Place {
  const ancestors: Element[] = []
  for (let at = focused.parentElement; at; at = at.parentElement) ancestors.push(at)
  const row = focused.closest<HTMLElement>('[data-event]')
  const name = focused.classList[0] ?? ''
  const index = row ? [...row.querySelectorAll(`.${name || 'row'}`)].indexOf(focused) : -1
  return { ancestors, event: row?.dataset.event ?? null, name, index }
}

/**
 * Moves the focus of an element that no longer exists to its match, or to the smallest remaining part of the screen.
 */
function focusNear(root: ShadowRoot, { ancestors, event, name, index }: Place, how: FocusOptions): void {
  const row = event && root.querySelector(`[data-event="${CSS.escape(event)}"]`)
  const same = row && index >= 0 ? row.querySelectorAll<HTMLElement>(`.${name}`)[index] : null
  const parts = [row, ...ancestors.filter((each) => each.isConnected), root.querySelector('.main')]
  const pressable = (part: Element | null | '') => {
    const seen = [
      ...(part ? part.querySelectorAll<HTMLElement>('button:not([disabled]), a[href], .drawer') : []),
    ].filter((each) => each.checkVisibility())
    return seen.find((each) => each.matches('.primary, .row-match')) ?? seen[0]
  }
  const next = same ?? parts.map(pressable).find((each) => each !== undefined)
  next?.focus(how)
}

/** While the slip covers the page, Tab stays within it. */
function keepInside(root: ShadowRoot, event: KeyboardEvent): void {
  const inside = [...root.querySelectorAll<HTMLElement>('.drawer :is(button:not([disabled]), input, select, a[href])')]
  const [first, last] = [inside[0], inside.at(-1)]
  const { activeElement } = root
  const isAtEnd = event.shiftKey
    ? activeElement === first || activeElement?.classList.contains('drawer')
    : activeElement === last
  if (!isAtEnd || !first || !last) return
  event.preventDefault()
  ;(event.shiftKey ? last : first).focus()
}

function screen(store: Store): Content[] {
  const { state } = store
  const { words } = state
  if (!state.isReady) return [waiting()]
  const isDrawer = state.isSlipOpen
  const closeSlip = () => store.set({ isSlipOpen: false })
  return [
    h(
      'div',
      { key: 'page', class: 'page', inert: isDrawer },
      nav(store),
      h(
        'div',
        { key: 'offline', class: 'offline', role: 'status' },
        state.isOffline && h('p', { class: 'note', 'data-tone': 'warning' }, words('offline')),
      ),
      h(
        'div',
        { key: 'columns', class: 'columns-page' },
        h('div', { key: 'main', class: 'main' }, content(store)),
        h('div', { key: 'aside', class: 'aside' }, !isDrawer && slipPanel(store, null)),
      ),
    ),
    !isDrawer && h('div', { key: 'bars', class: 'bars' }, quickBar(store), slipBar(store)),
    isDrawer &&
      h(
        'div',
        { key: 'over', class: 'over' },
        h('div', { key: 'scrim', class: 'scrim', onclick: closeSlip }),
        h(
          'div',
          {
            key: 'drawer',
            class: 'drawer',
            role: 'dialog',
            'aria-modal': 'true',
            'aria-labelledby': 'sb-slip-title',
            tabindex: '-1',
          },
          slipPanel(store, closeSlip),
        ),
      ),
    h('div', { key: 'announcer', class: 'hidden', role: 'status', 'aria-live': 'polite' }, state.announcement),
  ]
}

function content(store: Store): Content[] {
  const { path } = store.state
  if (path.startsWith('/event/')) return matchPage(store)
  if (path === '/bets') return betsPage(store)
  if (path === '/results') return results(store)
  return [
    h(
      'div',
      { key: 'search-row', class: 'search-row' },
      searchField(store),
      settingsButton(store),
      path !== '/live' && filters(store),
    ),
    list(store),
  ]
}

/** On a phone, a bar at the bottom opens the slip and shows its number of selections and its odds. */
function slipBar(store: Store): Content {
  const { words, picks, session, phase, format, tab } = store.state
  const isPlaced = phase.is === 'placed'
  if (picks.length === 0 && !isPlaced) return null
  const isSum = picks.length > 1 && !hasRelated(picks)
  const legs = store.slipPicks()
  const isPriced = legs.length > 0 && legs.every(({ state }) => state === 'open')
  const odds = tab === 'builder' ? isPriced && totalOdds(legs) : isSum && totalOdds(picks)
  return h(
    'button',
    { key: 'bar', type: 'button', class: 'slip-bar', onclick: () => store.set({ isSlipOpen: true }) },
    h('span', { class: 'count' }, String(picks.length)),
    h('span', { class: 'slip-bar-name' }, words('betSlip')),
    odds !== false && h('span', { class: 'slip-bar-odds' }, showOdds(odds, format, store.options.locale)),
    session &&
      h('span', { class: 'slip-bar-balance' }, formatMoney(session.balance, currencyOf(store), store.options.locale)),
    icon('up', 18),
  )
}

const waiting = (): Content =>
  h(
    'div',
    { key: 'waiting', class: 'page', 'aria-busy': 'true' },
    h('div', { class: 'skeleton tabs-wait' }),
    h(
      'div',
      { class: 'skeletons' },
      [1, 2, 3, 4, 5, 6].map((n) => h('div', { key: n, class: 'skeleton' })),
    ),
  )

declare global {
  interface Window {
    SportsbookClient?: { mount(options: MountOptions): Handle }
  }
}

window.SportsbookClient = { mount }
