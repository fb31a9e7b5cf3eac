/** The realtime connection of the page. It is idle until `start()`, which is called after hydration. */
import { accessToken, freshToken, onSessionChange } from '../api/session.ts'
import { api } from '../api/client.ts'
import { createLive } from './live.ts'

export const live = createLive({
  get url() {
    return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/connection/websocket`
  },
  session: { token: accessToken, freshToken: () => freshToken('realtime'), onChange: onSessionChange },
  loadClient: async () => (await import('centrifuge')).Centrifuge,
  // A 401 removes the session, and a guest's connection then replaces this one.
  checkSession: async () =>
    accessToken() === null ||
    (await api('GET /api/player/profile').then(
      () => true,
      () => false,
    )),
  // A failed handler may leave outdated data on the screen, which does not justify the error page.
  onError: (error) => console.error(error),
})
