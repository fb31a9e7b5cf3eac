/** Adapts a sportsbook script with a renderer interface to the `Client` interface. */
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
      /** Calls that wait for the next token of this account. */
      let waiting: Array<(token: string) => void> = []
      /** The current options, with which a restart begins. */
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
          return new Promise((resolve) => waiting.push(resolve))
        },
        onRouteChange: ({ path: inner }) => {
          if (inner === options.url) return
          options.url = inner
          on.route(inner, { replace: false })
        },
        onSessionRefresh: on.balance,
      }
      const start = () => {
        const started = new Renderer()
        started.initialize({ ...options })
        return started
      }
      let renderer = start()
      const update = (changes: Partial<Options>) => {
        Object.assign(options, changes)
        renderer.updateOptions(changes)
      }
      queueMicrotask(on.ready)
      return {
        setToken(next, nextCurrency) {
          const isRenewal = next !== null && nextCurrency === options.currency && waiting.length > 0
          Object.assign(options, { token: next, currency: nextCurrency })
          const answered = waiting
          waiting = []
          if (isRenewal) return answered.forEach((resolve) => resolve(next))
          // Another player or account requires a restart.
          renderer.kill()
          try {
            renderer = start()
          } catch (error) {
            console.error(error)
            on.failed()
          }
        },
        setTheme: ({ scheme }) => update({ themeName: scheme }),
        /** The script reads the wallet itself. */
        setBalance: () => undefined,
        setOffset: ({ top, bottom }) => update({ betSlipOffsetTop: top, betSlipOffsetBottom: bottom }),
        /** The page makes the element inert instead. */
        setPaused: () => undefined,
        go: (inner) => update({ url: inner }),
        // This client has nothing above its page that it reports.
        closeLayer: () => undefined,
        destroy: () => renderer.kill(),
      }
    },
  }
}
