/** The interface between the client and the page that mounts it. */
export type Theme = {
  scheme: 'dark' | 'light'
  /** `accent: oklch(…)`, by the names of the host's tokens. */ tokens: Record<string, string>
}

export type MountOptions = {
  target: HTMLElement
  clientId: string
  /** Null for guests, who only see odds. */
  token: string | null
  currency: string | null
  locale: string
  theme: Theme
  /** The inner route, such as `/event/football-1`. */
  path: string
  /** The address below which inner routes are, such as `/de/betting`. */
  base: string
  /** The pixels at the edges of the window that the page's bars cover. */
  offset: { top: number; bottom: number }
  on: {
    signIn(): void
    register(): void
    deposit(): void
    /** The token expires soon or has expired; the page should call `setToken`. */
    tokenExpiring(): void
    route(path: string, how: { replace: boolean }): void
    history(betId: string): void
    /** The slip was opened or closed above the page, so that Back can close it. */
    layer(isOpen: boolean): void
    /** A bet has changed the balance. */
    balance(): void
    ready(): void
    /** The lists could not be loaded; the page shows an error and can mount the client again. */
    failed(): void
  }
}

export type Handle = {
  setToken(token: string | null, currency: string | null): void
  setTheme(theme: Theme): void
  setBalance(balance: number, currency: string): void
  setOffset(offset: { top: number; bottom: number }): void
  /** While paused, no bet is placed, because a reality check is due on the page. */
  setPaused(isPaused: boolean): void
  go(path: string): void
  /** Closes what is above the page. */
  closeLayer(): void
  destroy(): void
}
