/** Runs the client of an external sportsbook: loads its script, and manages token, routes and theme. */
import { api } from '../../api/client.ts'
import { invalidate } from '../../api/use-api.ts'
import { onPreferenceChange } from '../../device/preferences.ts'
import { openModal } from '../../modals/use-modal.tsx'
import type { Navigator } from '../../render/navigate.ts'
import type { Renderer } from './renderer.ts'

type Theme = { scheme: 'dark' | 'light'; tokens: Record<string, string> }
type Offset = { top: number; bottom: number }
export type Client = {
  mount(options: {
    target: HTMLElement
    clientId: string
    token: string | null
    currency: string | null
    locale: string
    theme: Theme
    path: string
    base: string
    offset: Offset
    on: {
      signIn(): void
      register(): void
      deposit(): void
      tokenExpiring(): void
      route(path: string, how: { replace: boolean }): void
      history(betId: string): void
      layer(isOpen: boolean): void
      balance(): void
      ready(): void
      failed(): void
    }
  }): Handle
}
export type Handle = {
  setToken(token: string | null, currency: string | null): void
  setTheme(theme: Theme): void
  setBalance(balance: number, currency: string): void
  setOffset(offset: Offset): void
  /** Pauses the client while a reality check is due, so that no bet can be placed. */
  setPaused(isPaused: boolean): void
  go(path: string): void
  /** Closes what the client shows above its page. */
  closeLayer(): void
  destroy(): void
}
declare global {
  interface Window {
    SportsbookClient?: Client
    BTRenderer?: Renderer
  }
}

export type HostState = 'loading' | 'open' | 'failed'
export type Player = { currency: string } | null

export type SportsbookHost = {
  /** Sets the player and currency, or a guest; the client then gets another token. */
  setPlayer(player: Player): void
  setBalance(balance: number, currency: string): void
  setPaused(isPaused: boolean): void
  /** Sets the height of the strip between header and client. */
  setInset(height: number): void
  close(): void
}

type HostOptions = {
  navigator: Navigator
  target: HTMLElement
  /** The path of the page with its locale: `/de/betting`. */
  base: string
  player: Player
  onState(state: HostState): void
  /** Called when a bet has changed the balance. */
  onBet(): void
  /** Called when the player has received a token and can bet in the currency. */
  onToken(currency: string): void
}

/** The time after which a client that has not loaded counts as unavailable. */
const loadTimeoutMs = 10_000
const minRenewalIntervalMs = 5_000
const phone = '(max-width: 767.98px)'
const tokens = [
  'page surface-1 surface-2 surface-3 surface-inset line line-strong hover pressed scrim text text-soft',
  'text-faint accent accent-hover accent-pressed accent-text accent-soft on-accent win win-soft success',
  'success-soft warning warning-soft danger danger-soft info info-soft focus shadow-modal',
].flatMap((line) => line.split(' '))

export function hostSportsbook({
  navigator,
  target,
  base,
  player: first,
  onState,
  onBet,
  onToken,
}: HostOptions): SportsbookHost {
  let player = first
  let handle: Handle | null = null
  let isClosed = false
  let isPaused = false
  let funds: { balance: number; currency: string } | null = null
  let inset = 0
  let isLayerOpen = false
  /** Incremented with each request, so that answers for an earlier player are dropped. */
  let requestId = 0
  let renewedAt = 0
  let renewal: ReturnType<typeof setTimeout> | null = null
  const scrolled = new Map<string, number>()
  const small = matchMedia(phone)
  const dark = matchMedia('(prefers-color-scheme: dark)')

  const innerPath = () => location.pathname.slice(base.length) || '/'
  const isInside = () => location.pathname === base || location.pathname.startsWith(`${base}/`)

  async function start(): Promise<void> {
    const ownRequest = ++requestId
    onState('loading')
    const theme = themeNow()
    try {
      const started = await api('POST /api/game/sportsbook/start', {
        body: { theme: theme.scheme, ...(player && { currency: player.currency }) },
      })
      await loadScript(started.script, started.integrity)
      const client = window.SportsbookClient ?? (await import('./renderer.ts')).rendererClient(window.BTRenderer!)
      if (isClosed || ownRequest !== requestId) return
      handle = client.mount({
        target,
        clientId: started.clientId,
        token: started.token,
        currency: started.currency,
        locale: navigator.visitor.locale,
        theme,
        path: innerPath(),
        base,
        offset: offsetNow(),
        on: {
          signIn: () => openModal(navigator, 'sign-in'),
          register: () => openModal(navigator, 'sign-up'),
          deposit: () => openModal(navigator, 'wallet', 'deposit'),
          tokenExpiring: () => void renew(),
          route,
          layer,
          history: (betId) => void showEntries(betId),
          balance: () => {
            void invalidate(navigator.loader.client, 'GET /api/wallet/accounts')
            onBet()
          },
          ready: () => {
            if (isClosed) return
            handle?.setPaused(isPaused)
            // It may have changed while the client loaded.
            if (funds) handle?.setBalance(funds.balance, funds.currency)
            onState('open')
            if (started.token !== null && started.currency !== null) onToken(started.currency)
          },
          failed: () => {
            handle?.destroy()
            handle = null
            if (!isClosed) onState('failed')
          },
        },
      })
    } catch (error) {
      console.error(error)
      if (!isClosed && ownRequest === requestId) onState('failed')
    }
  }

  /** Opens the ledger entries of a bet, or the player's bets if it is not found. */
  async function showEntries(betId: string): Promise<void> {
    const found = await api('GET /api/game/bets', { query: { betId } }).catch(() => null)
    const id = found?.data[0]?.id
    const query = id ? `reference=${id}` : 'tab=bets'
    await navigator.go(`${base.replace(/\/betting$/, '')}/profile/history?${query}`)
  }

  /** Limits the rate of renewals, because a token that is refused immediately would cause a loop. */
  async function renew(): Promise<void> {
    if (renewal || !player || isClosed) return
    const wait = Math.max(0, renewedAt + minRenewalIntervalMs - Date.now())
    renewal = setTimeout(() => {
      renewal = null
      renewedAt = Date.now()
      void requestToken()
    }, wait)
  }

  async function requestToken(): Promise<void> {
    const ownRequest = ++requestId
    const requestedPlayer = player
    if (!requestedPlayer) return handle?.setToken(null, null)
    const answer = await api('POST /api/game/sportsbook/token', { body: requestedPlayer }).catch(() => null)
    if (isClosed || ownRequest !== requestId) return
    if (!answer) return void renew()
    handle?.setToken(answer.token, requestedPlayer.currency)
    onToken(requestedPlayer.currency)
  }

  /* The client's routes are part of the address, and "back" goes through them. */

  function show(): void {
    const { page, search } = navigator.place
    navigator.place = { ...navigator.place, page: { ...page, pathname: location.pathname }, search }
  }

  function route(path: string, { replace }: { replace: boolean }): void {
    scrolled.set(location.pathname, scrollY)
    const address = base + (path === '/' ? '' : path) + location.search
    // The page that a link on the slip leads to takes the place of the slip.
    const isReplaced = replace || isLayer(history.state)
    history[isReplaced ? 'replaceState' : 'pushState'](withoutLayer(history.state), '', address)
    show()
    scrollTo({ top: 0, behavior: 'instant' })
  }

  /** Gives the slip above the page an entry of its own, so that "back" closes it first. */
  function layer(isOpen: boolean): void {
    isLayerOpen = isOpen
    if (isOpen) history.pushState({ ...history.state, isLayer: true }, '', location.href)
    else if (isLayer(history.state)) history.back()
  }

  /** Updates the current page on "back" within the client, so that the navigator does not load it again. */
  function followBack(): void {
    if (isLayerOpen && !isLayer(history.state)) handle?.closeLayer()
    if (!isInside() || location.pathname === navigator.place.page.pathname) return
    show()
    handle?.go(innerPath())
    const top = scrolled.get(location.pathname) ?? 0
    requestAnimationFrame(() => scrollTo({ top, behavior: 'instant' }))
  }

  const paint = () => handle?.setTheme(themeNow())
  const fit = () => handle?.setOffset(offsetNow())
  /** The mini player of a game opens and closes while the client is shown. */
  const sized = new ResizeObserver(fit)
  const opened = new MutationObserver(() => {
    sized.disconnect()
    const mini = miniPlayer()
    if (mini) sized.observe(mini)
    fit()
  })
  opened.observe(target.closest('main') ?? document.body, { childList: true, subtree: true })
  const stopPreferences = onPreferenceChange(paint)
  navigator.beforeFollow = followBack
  small.addEventListener('change', fit)
  dark.addEventListener('change', paint)
  void start()

  return {
    setPlayer(next) {
      if (next?.currency === player?.currency) return
      player = next
      if (handle) void requestToken()
      else void start()
    },
    setBalance(balance, currency) {
      funds = { balance, currency }
      handle?.setBalance(balance, currency)
    },
    setPaused(paused) {
      isPaused = paused
      target.inert = paused
      handle?.setPaused(paused)
    },
    setInset(height) {
      inset = height
      fit()
    },
    close() {
      isClosed = true
      if (renewal) clearTimeout(renewal)
      stopPreferences()
      opened.disconnect()
      sized.disconnect()
      if (navigator.beforeFollow === followBack) navigator.beforeFollow = null
      small.removeEventListener('change', fit)
      dark.removeEventListener('change', paint)
      handle?.destroy()
    },
  }

  function offsetNow(): Offset {
    const sizes = getComputedStyle(document.documentElement)
    const pixels = (name: string) => Number.parseFloat(sizes.getPropertyValue(name)) || 0
    const mini = miniPlayer()
    const ofBar = small.matches ? pixels('--bottom-bar-height') : 0
    return {
      top: pixels('--header-height') + inset,
      bottom: mini ? Math.max(ofBar, innerHeight - mini.getBoundingClientRect().top) : ofBar,
    }
  }
}

function themeNow(): Theme {
  const styles = getComputedStyle(document.documentElement)
  return {
    scheme: styles.colorScheme.includes('light') ? 'light' : 'dark',
    tokens: Object.fromEntries(tokens.map((name) => [name, styles.getPropertyValue(`--${name}`).trim()])),
  }
}

const miniPlayer = () => document.querySelector('[data-mini]')

const isLayer = (state: unknown) => (state as { isLayer?: boolean } | null)?.isLayer === true
const withoutLayer = (state: object | null) => state && { ...state, isLayer: undefined }

const clientOnPage = () => window.SportsbookClient ?? window.BTRenderer

function loadScript(src: string, integrity: string | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (clientOnPage()) return resolve()
    const script = Object.assign(document.createElement('script'), { src, async: true })
    if (integrity) Object.assign(script, { integrity, crossOrigin: 'anonymous' })
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error("the sportsbook's script could not be loaded"))
    }
    const timer = setTimeout(fail, loadTimeoutMs)
    script.onload = () => {
      clearTimeout(timer)
      if (clientOnPage()) resolve()
      else fail()
    }
    script.onerror = fail
    document.head.append(script)
  })
}
