/** A sportsbook's script that starts as a renderer, in the terms of a client that is mounted. */
import type { Client, Handle } from './sportsbook-host.ts'

type Options = {
  brand_id: string
  token: string | null
  lang: string
  currency: string | null
  themeName: string
  target: HTMLElement
  url: string
  betSlipOffsetTop: number
  betSlipOffsetBottom: number
  onLogin(): void
  onRegister(): void
  onRecharge(): void
  onTokenExpired(): Promise<string>
  onRouteChange(route: { path: string }): void
  onSessionRefresh(): void
}
export type Renderer = new () => {
  initialize(options: Options): unknown
  updateOptions(options: Partial<Options>): void
  kill(): void
}

export function rendererClient(Renderer: Renderer): Client {
  return {
    mount({ target, clientId, token, currency, locale, theme, path, offset, on }): Handle {
      /** Whoever waits for the next token. */
      let waiting: ((token: string) => void) | null = null
      const options: Options = {
        brand_id: clientId,
        token,
        currency,
        lang: locale,
        themeName: theme.scheme,
        target,
        url: path,
        betSlipOffsetTop: offset.top,
        betSlipOffsetBottom: offset.bottom,
        onLogin: on.signIn,
        onRegister: on.register,
        onRecharge: on.deposit,
        onTokenExpired: () => {
          on.tokenExpiring()
          return new Promise((resolve) => {
            waiting = resolve
          })
        },
        onRouteChange: ({ path: inner }) => on.route(inner, { replace: false }),
        onSessionRefresh: on.balance,
      }
      const start = () => {
        const started = new Renderer()
        started.initialize(options)
        return started
      }
      let renderer = start()
      queueMicrotask(on.ready)
      return {
        setToken(next, nextCurrency) {
          if (next && waiting) waiting(next)
          else {
            // Another player or another account is another start.
            renderer.kill()
            options.token = next
            options.currency = nextCurrency
            renderer = start()
          }
          waiting = null
        },
        setTheme: ({ scheme }) => renderer.updateOptions({ themeName: scheme }),
        /** It asks the wallet itself. */
        setBalance: () => undefined,
        setOffset: ({ top, bottom }) => renderer.updateOptions({ betSlipOffsetTop: top, betSlipOffsetBottom: bottom }),
        /** The page makes it inert. */
        setPaused: () => undefined,
        go: (inner) => renderer.updateOptions({ url: inner }),
        destroy: () => renderer.kill(),
      }
    },
  }
}
