/** What the page that mounts the client gives it, and what it gets. */
export type Theme = {
  scheme: 'dark' | 'light'
  /** `accent: oklch(…)`, by the names of the host's tokens. */ tokens: Record<string, string>
}

export type MountOptions = {
  target: HTMLElement
  clientId: string
  /** Null for guests, who read odds. */
  token: string | null
  currency: string | null
  locale: string
  theme: Theme
  /** Inner route, such as `/event/football-1`. */
  path: string
  /** Address below which inner routes are, such as `/de/betting`. */
  base: string
  /** Pixels at the edges of the window that the page's own bars cover. */
  offset: { top: number; bottom: number }
  on: {
    signIn(): void
    register(): void
    deposit(): void
    /** The token ends soon, or has ended: `setToken` is expected. */
    tokenExpiring(): void
    route(path: string, how: { replace: boolean }): void
    history(): void
    /** The balance has changed by a bet. */
    balance(): void
    ready(): void
    /** The lists could not be read: the page shows an error and can mount again. */
    failed(): void
  }
}

export type Handle = {
  setToken(token: string | null, currency: string | null): void
  setTheme(theme: Theme): void
  setBalance(balance: number, currency: string): void
  setOffset(offset: { top: number; bottom: number }): void
  /** While true, nothing is placed: a reality check is due on the page. */
  setPaused(isPaused: boolean): void
  go(path: string): void
  destroy(): void
}
