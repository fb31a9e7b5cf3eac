/**
 * Takes every game as a player sees it: before a round, in the middle of a round of several steps, after a win and
 * after a loss. Each round is played once and captured in all sizes.
 */
import { join } from 'node:path'
import type { Browser, Frame, Page } from 'playwright-core'
import { decide, needsBet, ready, roundMs } from '#scripts/walk/play.ts'
import { gameFrame } from '#scripts/walk/screen.ts'
import type { LocaleCode } from '#contract/locales.ts'
import { isStepped } from '#games/maths.ts'
import { mathsOf } from '#games/games.ts'
import { atRest, watchRequests } from '#tests/setup/at-rest.ts'
import type { Site } from '#tests/setup/site.ts'
import type { Theme } from './open-shot.ts'

export type Rounds = {
  site: Site
  games: readonly string[]
  sizes: ReadonlyArray<readonly [width: number, height: number]>
  locale: LocaleCode
  theme: Theme
  folder: string
}

/** The number of rounds without the required result after which it counts as a fault. */
const maxRounds = 80

/** Returns the screenshots that could not be taken. */
export async function takeRounds(browser: Browser, options: Rounds): Promise<string[]> {
  const { site, games, locale, theme } = options
  const context = await browser.newContext({ hasTouch: true, reducedMotion: 'reduce', serviceWorkers: 'block' })
  context.setDefaultTimeout(20_000)
  context.on('page', watchRequests)
  const cookies = { theme, locale, 'cookies-notice': 'read' }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: site.url })))
  const failed: string[] = []
  for (const game of games) {
    const page = await context.newPage()
    await takeGame(page, game, options).catch((error: Error) =>
      failed.push(`rounds of ${game} in ${locale}: ${error.message.split('\n')[0]}`),
    )
    await page.close()
  }
  await context.close()
  return failed
}

async function takeGame(page: Page, game: string, { site, sizes, locale, theme, folder }: Rounds): Promise<void> {
  const capture = async (moment: string) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await atRest(page)
      await untilPainted(page)
      await page.screenshot({ path: join(folder, `round-${game}-${moment}-${width}-${theme}-${locale}.png`) })
    }
    await page.setViewportSize({ width: sizes[0]![0], height: sizes[0]![1] })
  }
  await page.setViewportSize({ width: sizes[0]![0], height: sizes[0]![1] })
  await page.goto(`${site.url}${locale === 'en' ? '' : `/${locale}`}/games/${game}?play=demo`)
  await page.locator('[data-playing] iframe').waitFor()
  const frame = (await gameFrame(page))!
  await frame.locator(ready).waitFor({ timeout: roundMs })
  await page.locator('[data-stage]:not([data-cover])').waitFor({ state: 'detached' })
  // On a table, bets on a position that wins often.
  const place = frame.locator('.outside, .position').last()
  if ((await place.count()) > 0) await place.click()
  await capture('idle')
  const missingResults = new Set(['won', 'lost'])
  const isLong = isStepped(mathsOf(game)!)
  for (let played = 0; played < maxRounds && missingResults.size > 0; played++) {
    // To win, a round is cashed out at once; to lose, it is played to its end.
    const inMiddle = isLong && played === 0 ? () => capture('playing') : undefined
    const result = await playRound(frame, missingResults.has('won'), inMiddle)
    if (missingResults.delete(result)) await capture(result)
  }
  if (missingResults.size > 0) throw new Error(`no round of ${maxRounds} was ${[...missingResults].join(', ')}`)
}

/** Waits until the frame has the size of its place on the page and has painted, which its own process does later. */
async function untilPainted(page: Page): Promise<void> {
  const place = (await page.locator('[data-playing] iframe').first().boundingBox())!
  const frame = (await gameFrame(page))!
  await frame.waitForFunction((width) => Math.abs(innerWidth - width) < 2, place.width)
  await frame.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.waitForTimeout(100)
}

/** Plays one round to its end and returns how it ended; some games always return a part of the stake. */
async function playRound(frame: Frame, isCautious: boolean, inMiddle?: () => Promise<void>): Promise<'won' | 'lost'> {
  const result = frame.locator('.past li:first-child:not([data-seen])')
  await frame.locator('.past li').evaluateAll((all) => all.forEach((each) => each.setAttribute('data-seen', '')))
  await frame.locator(ready).click({ timeout: roundMs })
  let isCaptured = false
  for (const deadline = Date.now() + roundMs; (await result.count()) === 0;) {
    if (Date.now() > deadline) throw new Error('a round did not end')
    if (await needsBet(frame)) await frame.locator(ready).click()
    const isPlaying = (await frame.locator('.play[data-act=act]').count()) > 0
    if (isPlaying && inMiddle && !isCaptured) {
      await inMiddle()
      isCaptured = true
    }
    await decide(frame, isCautious)
  }
  return (await result.getAttribute('data-result')) === 'win' ? 'won' : 'lost'
}
