/** What begins once the page is alive, none of it in the way of the first paint. */
import type { Navigator } from '../render/navigate.ts'
import { keepAffiliateTag } from '../device/affiliate.ts'

export function start(navigator: Navigator): void {
  measureViewport()
  addEventListener('resize', measureViewport, { passive: true })
  const search = keepAffiliateTag(location.search, navigator.visitor.init.config.affiliateTagExpiration)
  if (search !== location.search) navigator.setSearch(search, { replace: true })
  whenIdle(() => void import('../live/page-live.ts').then(({ live }) => live.start()))
}

/** 1 % of the window's height, for browsers whose own units move with their bars. */
function measureViewport(): void {
  document.documentElement.style.setProperty('--vh', `${innerHeight / 100}px`)
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 3000 })
  else setTimeout(work, 500)
}
