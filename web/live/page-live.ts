/** The page's realtime connection; idle until `start()`, which is called after hydration. */
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
  checkSession: async () =>
    accessToken() === null ||
    (await api('GET /api/player/profile').then(
      () => true,
      () => false,
    )),
  // The screen may lag behind until its next read; that is no reason to take the page away.
  onError: (error) => console.error(error),
})
