/** What begins once the page is alive, none of it in the way of the first paint. */
import { accessToken, onSessionChange } from '../api/session.ts'
import { keepAffiliateTag } from '../device/affiliate.ts'
import { startAnalytics } from '../device/analytics.ts'
import { measuringConsent } from '../device/looks.ts'
import type { Navigator } from '../render/navigate.ts'

/** A page that was opened a minute ago is as new as its build; watching costs nothing before that. */
const buildWatchAfterMs = 60_000

export function start(navigator: Navigator): void {
  measureViewport()
  addEventListener('resize', measureViewport, { passive: true })
  const search = keepAffiliateTag(location.search, navigator.visitor.init.config.affiliateTagExpiration)
  if (search !== location.search) navigator.setSearch(search, { replace: true })
  startAnalytics(navigator.visitor.init.config.gtm, measuringConsent)
  beginLiveInTime(navigator)
  onSessionChange(({ reason }) => {
    if (reason === 'signedIn')
      void import('../features/session/show-previous-sign-in.ts')
        .then(({ showPreviousSignIn }) => showPreviousSignIn(navigator))
        .catch(() => undefined)
  })
  setTimeout(() => void import('../device/build-watch.ts').then(({ watchBuilds }) => watchBuilds()), buildWatchAfterMs)
}

/** 1 % of the window's height, for browsers whose own units move with their bars. */
function measureViewport(): void {
  document.documentElement.style.setProperty('--vh', `${innerHeight / 100}px`)
}

/** A player's connection opens when the page has come to rest; a guest hears nothing personal, so theirs waits for the first touch. */
function beginLiveInTime(navigator: Navigator): void {
  let isBegun = false
  const begin = () => {
    if (isBegun) return
    isBegun = true
    for (const sign of signs) removeEventListener(sign, begin)
    whenIdle(() => void import('./begin-live.ts').then(({ beginLive }) => beginLive(navigator)))
  }
  const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
  if (accessToken()) return begin()
  for (const sign of signs) addEventListener(sign, begin, { passive: true })
  onSessionChange(begin)
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 3000 })
  else setTimeout(work, 500)
}
