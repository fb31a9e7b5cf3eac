/** Starts work that is not needed for hydration. */
import { accessToken, onSessionChange } from '../api/session.ts'
import { measuringConsent } from '../device/preferences.ts'
import { whenIdle } from '../device/when-idle.ts'
import type { Navigator } from '../render/navigate.ts'
import { loadNextPagePart } from '../render/next-page-part.ts'
import { loadLivePart } from './live-part.ts'

/** A page that has just loaded has the current build, so polling starts later. */
const buildWatchAfterMs = 60_000
/** The delay before a script that failed to load is requested again. */
const liveAgainAfterMs = 5_000
/** The delay is long enough for everything that the visitor waits for to load first. */
const appAfterMs = 3_000
const guestsConnectAfterMs = 5_000

export function start(navigator: Navigator): void {
  const { gtm } = navigator.visitor.init.config
  if (gtm !== null)
    void import('../device/analytics.ts').then(({ startAnalytics }) => startAnalytics(gtm, measuringConsent))
  scheduleLive(navigator)
  onSessionChange(({ reason }) => {
    if (reason === 'signedIn')
      void loadLivePart()
        .then(({ showPreviousSignIn }) => showPreviousSignIn(navigator))
        .catch(() => undefined)
  })
  setTimeout(
    () =>
      whenIdle(
        () =>
          void import('../features/app/begin-app.ts')
            .then(({ beginApp }) => beginApp(navigator))
            .catch(() => undefined),
      ),
    appAfterMs,
  )
  setTimeout(() => void import('../device/build-watch.ts').then(({ watchBuilds }) => watchBuilds()), buildWatchAfterMs)
}

/**
 * Players connect when the page is idle. Guests connect at their first interaction or some seconds later, because they
 * receive no personal events.
 */
function scheduleLive(navigator: Navigator): void {
  let hasBegun = false
  const begin = () => {
    if (hasBegun) return
    hasBegun = true
    for (const interaction of interactions) removeEventListener(interaction, begin)
    whenIdle(() => {
      const load = (): unknown =>
        loadLivePart().then(
          ({ beginLive }) => beginLive(navigator),
          () => setTimeout(load, liveAgainAfterMs),
        )
      load()
      void loadNextPagePart().catch(() => undefined)
    })
  }
  const interactions = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
  if (accessToken()) return begin()
  for (const interaction of interactions) addEventListener(interaction, begin, { passive: true })
  setTimeout(begin, guestsConnectAfterMs)
  onSessionChange(begin)
}
