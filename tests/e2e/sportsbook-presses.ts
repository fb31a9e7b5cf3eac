/** Presses in the sportsbook, which ignores a press on what has moved within the last half second. */
import type { Locator } from 'playwright-core'
import { until } from '../product/site-player.ts'

/** Presses again until the press has had its effect. */
export const pressUntil = (button: Locator, effect: Locator, state: 'visible' | 'hidden' = 'visible') =>
  until(async () => {
    await button.click({ timeout: 2_000 }).catch(() => undefined)
    await effect.waitFor({ timeout: 2_000, state })
    return true
  }, `the effect of a press to be ${state}`)
