/** The realtime connection of this page; it does nothing before `start()`, which the page calls once it is alive. */
import { accessToken, freshToken, onSessionChange } from '../api/session.ts'
import { api } from '../api/client.ts'
import { createLive } from './live.ts'

export const live = createLive({
  get url() {
    return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/connection/websocket`
  },
  session: { token: accessToken, freshToken: () => freshToken('realtime'), onChange: onSessionChange },
  loadClient: async () => (await import('centrifuge')).Centrifuge,
  // A 401 drops the session, and with it comes a guest's connection.
  mayReturn: async () =>
    accessToken() === null ||
    (await api('GET /api/player/profile').then(
      () => true,
      () => false,
    )),
  onError: (error) => reportError(error),
})
