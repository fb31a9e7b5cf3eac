/** Work that starts after hydration, off the critical path. */
import { accessToken, onSessionChange } from '../api/session.ts'
import { keepAffiliateTag } from '../device/affiliate.ts'
import { measuringConsent } from '../device/preferences.ts'
import { whenIdle } from '../device/when-idle.ts'
import type { Navigator } from '../render/navigate.ts'
import { loadNextPagePart } from '../render/next-page-part.ts'
import { loadLivePart } from './live-part.ts'

/** A fresh page has the current build, so polling starts later. */
const buildWatchAfterMs = 60_000
/** After which its script is asked for again where it did not arrive. */
const liveAgainAfterMs = 5_000
/** Late enough to compete with nothing that the visitor waits for. */
const appAfterMs = 3_000
const guestsConnectAfterMs = 5_000

export function start(navigator: Navigator): void {
  const search = keepAffiliateTag(location.search, navigator.visitor.init.config.affiliateTagExpiration)
  if (search !== location.search) navigator.setSearch(search, { replace: true })
  const { gtm } = navigator.visitor.init.config
  if (gtm !== null)
    void import('../device/analytics.ts').then(({ startAnalytics }) => startAnalytics(gtm, measuringConsent))
  beginLiveInTime(navigator)
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
 * Players connect when the page is idle; guests at their first interaction or some seconds later, as nothing personal is
 * pushed to them.
 */
function beginLiveInTime(navigator: Navigator): void {
  let isBegun = false
  const begin = () => {
    if (isBegun) return
    isBegun = true
    for (const sign of signs) removeEventListener(sign, begin)
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
  const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
  if (accessToken()) return begin()
  for (const sign of signs) addEventListener(sign, begin, { passive: true })
  setTimeout(begin, guestsConnectAfterMs)
  onSessionChange(begin)
}
