/**
 * Simulates a page whose visitor agreed to analytics, and returns the events that the tag manager would read, without
 * those of the page load.
 */
import { afterEach, vi } from 'vitest'
import { startAnalytics } from '#web/device/analytics.ts'

export function measuredEvents(): () => () => object[] {
  afterEach(() => vi.unstubAllGlobals())
  return () => {
    const page = { dataLayer: [] as Array<{ event?: string }> }
    vi.stubGlobal('window', page)
    vi.stubGlobal('addEventListener', () => undefined)
    vi.stubGlobal('document', {
      cookie: 'access_token=abc',
      documentElement: { lang: 'en' },
      querySelector: () => null,
      createElement: () => ({}),
      head: { append: () => undefined },
    })
    startAnalytics('GTM-AB12', () => 'accepted')
    return () => page.dataLayer.filter(({ event }) => event !== 'gtm.js' && event !== 'pageLoad')
  }
}
